import { useHydrated } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { localText } from '../lib/format/times.ts';

interface Props {
	ms: number;
	children: ReactNode;
	className?: string | undefined;
}

/** An instant in New York's words; the reader's own time is in the tooltip once the browser, which alone knows its zone, has taken over. */
export const EtTime = ({ ms, children, className }: Props) => {
	const hydrated = useHydrated();
	return (
		<time className={className} dateTime={new Date(ms).toISOString()} title={hydrated ? `${localText(ms)} your time` : undefined}>
			{children}
		</time>
	);
};
