import { useHydrated, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { useSign } from '../../entities/session/use-sign.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { buttonClass } from '../../ui/button.ts';
import css from '../../ui/forms/form.module.css';
import { factorWords } from './factor-words.ts';

/** Signs in with a passkey of this device: its owner picks the account there. */
export const PasskeyButton = ({ redirectTo }: { redirectTo: string | undefined }) => {
	const { api } = useRouteContext({ from: '__root__' });
	const { enter } = useSign();
	const hydrated = useHydrated();
	const [said, setSaid] = useState('');
	const [busy, setBusy] = useState(false);
	const signIn = async (): Promise<void> => {
		setBusy(true);
		setSaid('');
		try {
			const { startAuthentication } = await import('@simplewebauthn/browser');
			const options = await api.accounts.passkeyOptions({ body: {} });
			const credential = await startAuthentication({ optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'] });
			await enter(
				await api.accounts.passkeyLogin({ body: { credential: { ...credential, response: { ...credential.response } } } }),
				redirectTo,
			);
		} catch (error) {
			setSaid(error instanceof ApiError ? error.message : factorWords.noPasskey);
		} finally {
			setBusy(false);
		}
	};
	return (
		<div className={css['or']}>
			<button type="button" className={buttonClass} disabled={busy || !hydrated} onClick={() => void signIn()}>
				{factorWords.withPasskey}
			</button>
			<p className={css['fault']} role="alert">
				{said}
			</p>
		</div>
	);
};
