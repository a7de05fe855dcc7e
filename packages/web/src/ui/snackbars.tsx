import { Notifications } from '@mantine/notifications';
import { useTopDialog } from '../lib/top-dialog.ts';
import { SNACK_MS, SNACKS } from './snack.ts';

/** Snackbars at the bottom right of the page; of a dialog while one is open, where alone they can be seen and reached. */
export const Snackbars = () => {
	const dialog = useTopDialog();
	return (
		<Notifications
			key={dialog ? 'dialog' : 'page'}
			position="bottom-right"
			limit={SNACKS}
			autoClose={SNACK_MS}
			{...(dialog ? { portalProps: { target: dialog } } : {})}
		/>
	);
};
