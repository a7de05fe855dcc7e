import { Link } from '@tanstack/react-router';
import { type RefObject, useId } from 'react';
import { useSession } from '../lib/session/session-query.ts';
import { buttonClass } from './button.ts';
import css from './dialog.module.css';
import { Unconfirmed } from './unconfirmed.tsx';
import { words } from './words.ts';

/** Opened where a licence does not reach, for example at a locked report slot: `dialog.current?.showModal()`. */
export const LicencePopup = ({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) => {
	const id = useId();
	const { profile } = useSession();
	return (
		<dialog ref={dialog} className={css['dialog']} aria-labelledby={id}>
			<h2 id={id} className={css['title']}>
				{words.licencePopup}
			</h2>
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
		</dialog>
	);
};
