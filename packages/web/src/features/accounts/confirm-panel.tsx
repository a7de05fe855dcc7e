import { Link, useRouteContext } from '@tanstack/react-router';
import { useReadSession } from '../../lib/session/use-sign.ts';
import { StateBox } from '../../ui/state-box.tsx';
import css from './form.module.css';
import { NarrowPage } from './form-box.tsx';
import { useOnce } from './once.ts';
import { words } from './words.ts';

/** What the link of the confirming mail opens. */
export const ConfirmPanel = ({ id, code }: { id: string; code: string }) => {
	const { api } = useRouteContext({ from: '__root__' });
	const readSession = useReadSession();
	const outcome = useOnce(async () => {
		const { email } = await api.accounts.completeConfirmation({ params: { id }, body: { code } });
		const profile = await readSession();
		return { email, signedIn: profile !== null };
	});
	const onward = outcome.state === 'done' && outcome.value.signedIn ? '/' : '/auth/signin';
	return (
		<NarrowPage title={words.confirmTitle}>
			{outcome.state === 'running' ? <StateBox title={words.confirming} detail="" /> : null}
			{outcome.state === 'failed' ? (
				<StateBox title={words.confirmFailed} detail={`${outcome.message}. ${words.confirmAgain}`}>
					<Link to="/auth/signin" search={{ redirectTo: '/profile' }} className={css['link'] ?? ''}>
						{words.signIn}
					</Link>
				</StateBox>
			) : null}
			{outcome.state === 'done' ? (
				<StateBox title={words.confirmed(outcome.value.email)} detail="">
					<Link to={onward} className={css['link'] ?? ''}>
						{onward === '/' ? words.goOn : words.signIn}
					</Link>
				</StateBox>
			) : null}
		</NarrowPage>
	);
};
