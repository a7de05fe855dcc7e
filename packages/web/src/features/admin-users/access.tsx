import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import type { User } from './queries.ts';
import { ReasonField } from './reason-field.tsx';
import css from './users.module.css';
import { userWords as words } from './words.ts';

/** Whether a user can sign in, and a sign-in link for one who can't. */
export function Access({ user: { user_id: id, email, status } }: { user: User }) {
	const { api } = useRouteContext({ from: '__root__' });
	const [reason, say] = useState('');
	const turn = async (next: 'active' | 'blocked'): Promise<string> => {
		const because = reason.trim();
		await api.accounts.changeUser({ params: { id }, body: { status: next, ...(because ? { reason: because } : {}) } });
		say('');
		return next === 'blocked' ? words.blocked(email) : words.unblocked(email);
	};
	const mail = async (): Promise<string> => {
		const sent = await api.accounts.mailSignInLink({ params: { id }, body: {} });
		return words.linkMailed(sent.email, etDateTime(msOf(sent.expires)));
	};
	return (
		<section className={css['part']} aria-labelledby="user-access">
			<h2 id="user-access">{words.access}</h2>
			<div className={css['row']}>
				<ReasonField value={reason} set={say} />
				{status === 'blocked' ? (
					<ActionButton label={words.unblock} will={words.unblockWill(email)} sure={words.sure} act={() => turn('active')} />
				) : (
					<ActionButton label={words.block} will={words.blockWill(email)} sure={words.sure} act={() => turn('blocked')} />
				)}
				<ActionButton
					label={words.mailLink}
					will={words.mailLinkWill(email)}
					sure={words.sure}
					act={mail}
					disabled={status === 'blocked'}
				/>
			</div>
		</section>
	);
}
