import type { ReactNode } from 'react';
import { onDemand } from '../states/on-demand.tsx';
import type { PillFace } from './pill-face.tsx';
import css from './report-pill.module.css';

type Props = Parameters<typeof PillFace>[0];

const Face = onDemand(async () => (await import('./pill-face.tsx')).PillFace);

/** Floating container that keeps the pill in place while the page scrolls. Screen readers announce changes of its content. */
export function PillPlace({ children }: { children: ReactNode }) {
	return (
		<div role="status" className={`${css['place']} needs-script`}>
			{children}
		</div>
	);
}

/** Announces a newer report and its changes. The page stays unchanged until the reader accepts the report. */
export function ReportPill({ newer, ...face }: Props) {
	return <PillPlace>{newer !== undefined || face.paused ? <Face newer={newer} {...face} /> : null}</PillPlace>;
}
