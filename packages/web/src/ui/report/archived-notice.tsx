import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { ArchivedProps } from './archived-lines.tsx';

// Loaded on demand, because few pages show a past report. The server preloads it in order to render the complete page.
const ArchivedLines = lazyRouteComponent(() => import('./archived-lines.tsx'), 'ArchivedLines');
if (import.meta.env.SSR) void ArchivedLines.preload?.();

interface Props extends Omit<ArchivedProps, 'report'> {
	/** Time of the report in the URL; undefined for the newest. */
	report: string | undefined;
}

/** Says that a past report is open, names its version, and links to the newest report. */
export function ArchivedNotice({ report, ...rest }: Props) {
	return report === undefined ? null : (
		<Suspense>
			<ArchivedLines report={report} {...rest} />
		</Suspense>
	);
}
