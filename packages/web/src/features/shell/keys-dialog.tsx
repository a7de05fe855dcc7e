import { useEffect, useRef, useState } from 'react';
import { isTyping } from '../../lib/typing.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { onDemand } from '../../ui/states/on-demand.tsx';
import { words } from './words.ts';

const KeysList = onDemand(async () => (await import('./keys-list.tsx')).KeysList);

/** The list of keyboard shortcuts, opened by '?'. */
export function KeysDialog() {
	const dialog = useRef<HTMLDialogElement>(null);
	const [open, setOpen] = useState(false);
	useEffect(() => {
		const onKey = (event: KeyboardEvent): void => {
			if (event.key !== '?' || isTyping(event)) return;
			setOpen(true);
			dialog.current?.showModal();
		};
		document.addEventListener('keydown', onKey);
		return () => document.removeEventListener('keydown', onKey);
	}, []);
	return (
		<Dialog dialog={dialog} title={words.keys} size="narrow">
			{open ? <KeysList /> : null}
		</Dialog>
	);
}
