import { useEffect, useState } from 'react';
import { isTyping } from '../../lib/typing.ts';
import { onDemand } from '../../ui/states/on-demand.tsx';

const KeysList = onDemand(async () => (await import('./keys-list.tsx')).KeysList, true);

/** Opens the list of keyboard shortcuts with '?'. */
export function KeysDialog() {
	const [open, setOpen] = useState(false);
	useEffect(() => {
		const onKey = (event: KeyboardEvent): void => {
			if (event.key === '?' && !isTyping(event)) setOpen(true);
		};
		document.addEventListener('keydown', onKey);
		return () => document.removeEventListener('keydown', onKey);
	}, []);
	return open ? <KeysList close={() => setOpen(false)} /> : null;
}
