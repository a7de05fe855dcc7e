import { useHydrated } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatLocal } from '../lib/format/times.ts';

interface Props {
	ms: number;
	children: ReactNode;
	className?: string | undefined;
}

/** Shows Eastern Time. After hydration, the tooltip shows the reader's local time, because only the browser knows the zone. */
export function EtTime({ ms, children, className }: Props) {
	const hydrated = useHydrated();
	return (
		<time className={className} dateTime={new Date(ms).toISOString()} title={hydrated ? `${formatLocal(ms)} your time` : undefined}>
			{children}
		</time>
	);
}
