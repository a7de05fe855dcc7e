import { Link } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { buttonClass } from '../../ui/button.ts';
import css from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { words } from '../../ui/words.ts';
import { useSession } from './session-query.ts';
import { Unconfirmed } from './unconfirmed.tsx';

/** Opened when the licence doesn't include something, such as a locked report slot: `dialog.current?.showModal()`. */
export function LicencePopup({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
	const { profile } = useSession();
	return (
		<Dialog dialog={dialog} title={words.licencePopup}>
			<p>{words.licencePopupDetail}</p>
			{profile?.status === 'unconfirmed' ? <Unconfirmed email={profile.email} /> : null}
			<form method="dialog" className={css['actions']}>
				<Link to="/prices" className={buttonClass}>
					{words.changeLicence}
				</Link>
				<button type="submit" className={buttonClass}>
					{words.close}
				</button>
			</form>
		</Dialog>
	);
}
