import { maxLength, required } from '@sw/domain/access/form-rules';
import { useRouteContext } from '@tanstack/react-router';
import { useSign } from '../../entities/session/use-sign.ts';
import { Field } from '../../ui/forms/field.tsx';
import { FormBox, NarrowPage } from '../../ui/forms/form-box.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { factorWords } from './factor-words.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { words } from './words.ts';

export const CODE_RULES = [required(), maxLength(200)];

/** Where a mailed link or another provider leads if the account has a second factor. */
export function SecondStep({ redirectTo }: { redirectTo: string | undefined }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { enter } = useSign();
	const form = useForm({ code: CODE_RULES }, { code: '' }, async (body) => enter(await api.accounts.completeSignIn({ body }), redirectTo));
	return (
		<NarrowPage title={factorWords.stepTitle}>
			<FormBox form={form} submit={words.signIn}>
				<Field form={form} name="code" label={factorWords.code} autoComplete="one-time-code" hint={factorWords.stepHint} autoFocus />
			</FormBox>
			<PasskeyButton redirectTo={redirectTo} />
		</NarrowPage>
	);
}
