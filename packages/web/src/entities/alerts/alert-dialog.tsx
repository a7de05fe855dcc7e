import { useRef } from 'react';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { AlertForm, type InitialAlert } from './alert-form.tsx';
import { words } from './words.ts';

/** Dialog that sets one alert without leaving the page. */
export function AlertDialog({ start: initialValues, close }: { start: InitialAlert; close: () => void }) {
	const dialog = useRef<HTMLDialogElement>(null);
	const closeDialog = (): void => dialog.current?.close();
	return (
		<Dialog dialog={dialog} title={words.add} opensOnMount onClose={close}>
			<AlertForm initialValues={initialValues} onDone={closeDialog} cancel={closeDialog} />
		</Dialog>
	);
}
