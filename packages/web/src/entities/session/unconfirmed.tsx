import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { buttonClass } from '../../ui/button.ts';
import { Notice } from '../../ui/notice.tsx';
import { words } from './unconfirmed-words.ts';

/** What an account without a proven address is offered wherever a licence is missing: its mail again. */
export const Unconfirmed = ({ email }: { email: string }) => {
	const { api } = useRouteContext({ from: '__root__' });
	const [said, setSaid] = useState('');
	const resend = (): void => {
		api.accounts.startConfirmation({ body: {} }).then(
			() => setSaid(words.resent(email)),
			(error: Error) => setSaid(error.message),
		);
	};
	return (
		<Notice>
			<p>{words.unconfirmed}</p>
			<button type="button" className={buttonClass} onClick={resend}>
				{words.resend}
			</button>
			<p role="status">{said}</p>
		</Notice>
	);
};
