import { maxLength, required } from '@sw/domain/access/form-rules';
import { useHydrated, useRouteContext } from '@tanstack/react-router';
import { useSignInOut } from '../../entities/session/browser-session.tsx';
import { buttonClass } from '../../ui/button.ts';
import { Field } from '../../ui/forms/field.tsx';
import css from '../../ui/forms/form.module.css';
import { FormBox, NarrowPage, useForm } from '../../ui/forms/form-box.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { factorWords } from './factor-words.ts';
import { words } from './words.ts';

export const CODE_RULES = [required(), maxLength(200)];

/** Asks for the second factor after sign-in by a mailed link or an external provider. */
export function SecondStep({ redirectTo }: { redirectTo: string | undefined }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { finishSignIn } = useSignInOut();
	const form = useForm({ code: CODE_RULES }, { code: '' }, async (body) =>
		finishSignIn(await api.accounts.completeSignIn({ body }), redirectTo),
	);
	return (
		<NarrowPage title={factorWords.stepTitle}>
			<FormBox form={form} submitLabel={words.signIn}>
				<Field form={form} name="code" label={factorWords.code} autoComplete="one-time-code" hint={factorWords.stepHint} autoFocus />
			</FormBox>
			<PasskeyButton redirectTo={redirectTo} />
		</NarrowPage>
	);
}

/** Signs in with a passkey of this device. The passkey also determines the account. */
export function PasskeyButton({ redirectTo }: { redirectTo: string | undefined }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { finishSignIn } = useSignInOut();
	const hydrated = useHydrated();
	const { send, busy, failure } = useSubmit();
	const signIn = async (): Promise<void> => {
		const { startAuthentication } = await import('@simplewebauthn/browser');
		const options = await api.accounts.passkeyOptions({ body: {} });
		const credential = await startAuthentication({
			optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
		}).catch(() => {
			throw new Error(factorWords.passkeyCancelled);
		});
		await finishSignIn(
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
