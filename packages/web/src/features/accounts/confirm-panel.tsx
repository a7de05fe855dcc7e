import { anyPasswordRules, newPasswordRules } from '@sw/domain/access/form-rules';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { useReloadSession } from '../../entities/session/browser-session.tsx';
import { safeRedirect } from '../../entities/session/session-query.ts';
import { sitePath } from '../../lib/address/site-path.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { buttonClass } from '../../ui/button.ts';
import { Field } from '../../ui/forms/field.tsx';
import css from '../../ui/forms/form.module.css';
import { FormBox, NarrowPage, useForm } from '../../ui/forms/form-box.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import { explainLinkError, useRunOnce } from './link-fault.ts';
import { words } from './words.ts';

interface Props {
	id: string;
	code: string;
	redirectTo: string | undefined;
}

interface Confirmation {
	email: string;
	signedIn: boolean;
}

/** What proves that the reader owns the account behind the link. */
interface Proof {
	password?: string;
	new_password?: string;
}

interface ConfirmFormProps {
	send(proof: Proof): Promise<void>;
}

/** The page that opens from a link that confirms an e-mail address. */
export function ConfirmPanel({ id, code, redirectTo }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const readSession = useReloadSession();
	const [confirmation, setConfirmation] = useState<Confirmation>();
	const complete = async (proof: Proof): Promise<Confirmation> => {
		const { email } = await api.accounts.completeConfirmation({ params: { id }, body: { code, ...proof } });
		return { email, signedIn: (await readSession()) !== null };
	};
	const outcome = useRunOnce(async (): Promise<Confirmation | { requiredFields: readonly string[] }> => {
		try {
			return await complete({});
		} catch (error) {
			const requiredFields = requiredProofs(error);
			if (requiredFields === null) throw error;
			return { requiredFields };
		}
	});
	const requiredFields = outcome.state === 'done' && 'requiredFields' in outcome.value ? outcome.value.requiredFields : null;
	const confirmed = confirmation ?? (outcome.state === 'done' && 'email' in outcome.value ? outcome.value : undefined);
	return (
		<NarrowPage title={words.confirmTitle}>
			{outcome.state === 'running' ? <StateBox title={words.confirming} detail="" /> : null}
			{outcome.state === 'failed' ? (
				<StateBox title={words.confirmFailed} detail={`${explainLinkError(outcome.error)} ${words.confirmAgain}`}>
					<Link to="/auth/signin" search={{ redirectTo: '/profile' }} className={css['link'] ?? ''}>
						{words.signIn}
					</Link>
				</StateBox>
			) : null}
			{requiredFields && !confirmed ? (
				<ConfirmForm
					canChooseNew={requiredFields.includes('new_password')}
					send={async (proof) => setConfirmation(await complete(proof))}
				/>
			) : null}
			{confirmed ? (
				<StateBox title={words.confirmed(confirmed.email)} detail="">
					{confirmed.signedIn ? (
						<a href={sitePath(safeRedirect(redirectTo))} className={css['link'] ?? ''}>
							{common.goOn}
						</a>
					) : (
						<Link to="/auth/signin" search={redirectTo === undefined ? {} : { redirectTo }} className={css['link'] ?? ''}>
							{words.signIn}
						</Link>
					)}
				</StateBox>
			) : null}
		</NarrowPage>
	);
}

/** Shown if the link is opened in another browser, for example on a phone. Asks for the account's password or for a new one. */
function ConfirmForm({ canChooseNew, send }: ConfirmFormProps & { canChooseNew: boolean }) {
	const [isNew, setNew] = useState(false);
	return (
		<>
			<Notice tone="plain">{words.otherBrowser}</Notice>
			{isNew ? <NewPasswordForm send={send} /> : <PasswordForm send={send} />}
			{canChooseNew && !isNew ? (
				<p>
					<button type="button" className={buttonClass} onClick={() => setNew(true)}>
						{words.chooseNew}
					</button>
				</p>
			) : null}
		</>
	);
}

function NewPasswordForm({ send }: ConfirmFormProps) {
	const form = useForm({ new_password: newPasswordRules }, { new_password: '' }, send);
	return (
		<FormBox form={form} submitLabel={words.confirmButton}>
			<Field
				form={form}
				name="new_password"
				label={words.newPassword}
				type="password"
				autoComplete="new-password"
				hint={words.chooseNewHint}
				autoFocus
			/>
		</FormBox>
	);
}

function PasswordForm({ send }: ConfirmFormProps) {
	const form = useForm({ password: anyPasswordRules }, { password: '' }, send);
	return (
		<FormBox form={form} submitLabel={words.confirmButton}>
			<Field form={form} name="password" label={words.chosenPassword} type="password" autoComplete="current-password" autoFocus />
		</FormBox>
	);
}

/** Returns the proofs that the server requires in a browser that didn't request the link; null for any other error. */
function requiredProofs(error: unknown): readonly string[] | null {
	const fields = error instanceof ApiError && error.status === 422 ? (error.problem?.errors ?? []).map((e) => e.field) : [];
	return fields.includes('password') ? fields : null;
}
