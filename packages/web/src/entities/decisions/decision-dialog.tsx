import { useRef } from 'react';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DecisionForm, type DecisionStart } from './decision-form.tsx';
import { words } from './words.ts';

/** Dialog that logs one decision without leaving the page. */
export function DecisionDialog({ start, close }: { start: DecisionStart; close: () => void }) {
	const dialog = useRef<HTMLDialogElement>(null);
	const closeDialog = (): void => dialog.current?.close();
	return (
		<Dialog dialog={dialog} title={words.add} opensOnMount onClose={close}>
			<DecisionForm start={start} onDone={closeDialog} cancel={closeDialog} />
		</Dialog>
	);
}
