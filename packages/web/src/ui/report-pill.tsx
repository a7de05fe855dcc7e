import { onDemand } from './on-demand.tsx';
import type { PillFace } from './pill-face.tsx';
import css from './report-pill.module.css';

type Props = Parameters<typeof PillFace>[0];

const Face = onDemand(async () => (await import('./pill-face.tsx')).PillFace);

/** Floats over the page wherever the reader has scrolled, says that a newer report is out and what it changes, and moves nothing until it is taken. */
export const ReportPill = ({ waiting, ...face }: Props) => (
	<div role="status" className={`${css['place']} needs-script`}>
		{waiting !== undefined || face.paused ? <Face waiting={waiting} {...face} /> : null}
	</div>
);
