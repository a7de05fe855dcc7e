import type { ReactNode } from 'react';
import { onDemand } from '../states/on-demand.tsx';
import type { PillFace } from './pill-face.tsx';
import css from './report-pill.module.css';

type Props = Parameters<typeof PillFace>[0];

const Face = onDemand(async () => (await import('./pill-face.tsx')).PillFace);

/** Position of the floating pill, wherever the page is scrolled. Changes are announced. */
export function PillPlace({ children }: { children: ReactNode }) {
	return (
		<div role="status" className={`${css['place']} needs-script`}>
			{children}
		</div>
	);
}

/** Announces a newer report and its changes; nothing moves until it is accepted. */
export function ReportPill({ waiting, ...face }: Props) {
	return <PillPlace>{waiting !== undefined || face.paused ? <Face waiting={waiting} {...face} /> : null}</PillPlace>;
}
