import { useHydrated, useRouteContext } from '@tanstack/react-router';
import { useSign } from '../../entities/session/use-sign.ts';
import { buttonClass } from '../../ui/button.ts';
import css from '../../ui/forms/form.module.css';
import { useSubmit } from '../../ui/use-submit.ts';
import { factorWords } from './factor-words.ts';

/** Signs in with a passkey of this device; the user picks the account there. */
export function PasskeyButton({ redirectTo }: { redirectTo: string | undefined }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { enter } = useSign();
	const hydrated = useHydrated();
	const { send, busy, failure } = useSubmit();
	const signIn = async (): Promise<void> => {
		const { startAuthentication } = await import('@simplewebauthn/browser');
		const options = await api.accounts.passkeyOptions({ body: {} });
		const credential = await startAuthentication({
			optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
		}).catch(() => {
			throw new Error(factorWords.noPasskey);
		});
		await enter(
			await api.accounts.passkeyLogin({ body: { credential: { ...credential, response: { ...credential.response } } } }),
			redirectTo,
		);
	};
	return (
		<div className={css['or']}>
			<button type="button" className={buttonClass} disabled={busy || !hydrated} onClick={() => send(signIn)}>
				{factorWords.withPasskey}
			</button>
			<p className={css['fault']} role="alert">
				{failure}
			</p>
		</div>
	);
}
