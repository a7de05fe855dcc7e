import type { ReactNode } from 'react';
import { onDemand } from './on-demand.tsx';
import type { PillFace } from './pill-face.tsx';
import css from './report-pill.module.css';

type Props = Parameters<typeof PillFace>[0];

const Face = onDemand(async () => (await import('./pill-face.tsx')).PillFace);

/** Where a pill floats over the page, wherever the reader has scrolled. What is said there is read out. */
export const PillPlace = ({ children }: { children: ReactNode }) => (
	<div role="status" className={`${css['place']} needs-script`}>
		{children}
	</div>
);

/** Says that a newer report is out and what it changes, and moves nothing until it is taken. */
export const ReportPill = ({ waiting, ...face }: Props) => (
	<PillPlace>{waiting !== undefined || face.paused ? <Face waiting={waiting} {...face} /> : null}</PillPlace>
);
