import { useHydrated } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { localText } from '../lib/format/times.ts';

interface Props {
	ms: number;
	children: ReactNode;
	className?: string | undefined;
}

/**
 * A time element whose content shows Eastern Time. After hydration, its tooltip shows the reader's local time, since only the browser knows the
 * zone.
 */
export function EtTime({ ms, children, className }: Props) {
	const hydrated = useHydrated();
	return (
		<time className={className} dateTime={new Date(ms).toISOString()} title={hydrated ? `${localText(ms)} your time` : undefined}>
			{children}
		</time>
	);
}
