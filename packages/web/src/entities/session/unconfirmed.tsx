import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { buttonClass } from '../../ui/button.ts';
import { Notice } from '../../ui/states/notice.tsx';
import { words } from './unconfirmed-words.ts';

/** Asks the reader to confirm the account's e-mail address, with a button that sends the mail again. Shown wherever a licence is missing. */
export function Unconfirmed({ email }: { email: string }) {
	const { api } = useRouteContext({ from: '__root__' });
	const [message, setMessage] = useState('');
	const resend = (): void => {
		api.accounts.startConfirmation({ body: {} }).then(
			() => setMessage(words.resent(email)),
			(error: Error) => setMessage(error.message),
		);
	};
	return (
		<Notice>
			<p>{words.unconfirmed}</p>
			<button type="button" className={buttonClass} onClick={resend}>
				{words.resend}
			</button>
			<p role="status">{message}</p>
		</Notice>
	);
}
