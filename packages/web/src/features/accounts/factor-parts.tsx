import { anyPasswordRules, maxLength } from '@sw/domain/access/form-rules';
import { useRouteContext } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { buttonClass } from '../../ui/button.ts';
import { Field } from '../../ui/forms/field.tsx';
import { FormBox, useForm } from '../../ui/forms/form-box.tsx';
import css from './factor.module.css';
import { factorWords } from './factor-words.ts';
import { CODE_RULES } from './second-step.tsx';
import { words } from './words.ts';

const QrCode = lazy(() => import('./qr-code.tsx'));

/** Shared by all parts: whether the account has a password, and a callback for new recovery codes. */
export interface PartProps {
	hasPassword: boolean;
	/** Called after a change, with any new recovery codes. */
	onChanged(codes: readonly string[]): Promise<void>;
}

/** A collapsible part. Renders its fields only while open, because several password fields on a page confuse password managers. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
	const [isOpen, setOpen] = useState(false);
	return (
		<details className={css['part']} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
			<summary>{title}</summary>
			{isOpen ? <div className={css['inner']}>{children}</div> : null}
		</details>
	);
}

/** Returns the password as part of a request body; empty if the account has no password. */
export function withPassword(password: string): { password?: string } {
	return password === '' ? {} : { password };
}

interface Secret {
	secret: string;
	uri: string;
}

export function AppPart({ hasPassword, onChanged }: PartProps) {
	const [secret, setSecret] = useState<Secret>();
	return (
		<Part title={factorWords.app}>
			{secret ? <ConfirmApp {...secret} onChanged={onChanged} /> : <BeginAppSetup hasPassword={hasPassword} onBegun={setSecret} />}
		</Part>
	);
}

function ConfirmApp({ secret, uri, onChanged }: Secret & Pick<PartProps, 'onChanged'>) {
	const { api } = useRouteContext({ from: '__root__' });
	const form = useForm({ code: CODE_RULES }, { code: '' }, async (body) => {
		const { recovery_codes } = await api.accounts.confirmTotp({ body });
		await onChanged(recovery_codes);
	});
	return (
		<>
			<p>{factorWords.appHint}</p>
			<Suspense>
				<QrCode text={uri} />
			</Suspense>
			<p>
				{factorWords.secret}: <span className={css['secret']}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</span>
			</p>
			<FormBox form={form} submitLabel={factorWords.confirm}>
				<Field form={form} name="code" label={factorWords.code} autoComplete="one-time-code" hint={factorWords.codeHint} autoFocus />
			</FormBox>
		</>
	);
}

function BeginAppSetup({ hasPassword, onBegun }: Pick<PartProps, 'hasPassword'> & { onBegun(secret: Secret): void }) {
	const { api } = useRouteContext({ from: '__root__' });
	const form = useForm({ password: passwordRules(hasPassword) }, { password: '' }, async ({ password }) =>
		onBegun(await api.accounts.beginTotp({ body: withPassword(password) })),
	);
	return (
		<FormBox form={form} submitLabel={factorWords.setUpApp}>
			{hasPassword ? (
				<Field form={form} name="password" label={words.currentPassword} type="password" autoComplete="current-password" />
			) : null}
		</FormBox>
	);
}

function passwordRules(hasPassword: boolean) {
	return hasPassword ? anyPasswordRules : [];
}

export function AddPasskey({ hasPassword, onChanged }: PartProps) {
	const { api } = useRouteContext({ from: '__root__' });
	const rules = { name: [maxLength(100)], password: passwordRules(hasPassword) };
	const form = useForm(rules, { name: '', password: '' }, async ({ name, password }) => {
		const { startRegistration } = await import('@simplewebauthn/browser');
		const options = await api.accounts.beginPasskey({ body: withPassword(password) });
		const registration = await startRegistration({ optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'] }).catch(
			() => {
				throw new Error(factorWords.passkeyFailed);
			},
		);
		const credential = { ...registration, response: { ...registration.response } };
		const { recovery_codes } = await api.accounts.addPasskey({ body: { name, credential } });
		form.reset({ name: '', password: '' });
		await onChanged(recovery_codes);
	});
	return (
		<FormBox form={form} submitLabel={factorWords.addPasskey}>
			<Field form={form} name="name" label={factorWords.passkeyName} />
			{hasPassword ? (
				<Field form={form} name="password" label={words.currentPassword} type="password" autoComplete="current-password" />
			) : null}
		</FormBox>
	);
}

interface IdentityCheckProps {
	hasPassword: boolean;
	submit: string;
	act(proof: { password?: string; code: string }): Promise<void>;
}

/** Form for an action that requires the password and a code. */
export function IdentityCheckedAction({ hasPassword, submit, act }: IdentityCheckProps) {
	const rules = { password: passwordRules(hasPassword), code: CODE_RULES };
	const form = useForm(rules, { password: '', code: '' }, async ({ password, code }) => {
		await act({ ...withPassword(password), code });
		form.reset({ password: '', code: '' });
	});
	return (
		<FormBox form={form} submitLabel={submit}>
			{hasPassword ? (
				<Field form={form} name="password" label={words.currentPassword} type="password" autoComplete="current-password" />
			) : null}
			<Field form={form} name="code" label={factorWords.proofCode} autoComplete="one-time-code" />
		</FormBox>
	);
}

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
	return (
		<div className={css['inner']} role="status">
			<p>{factorWords.saveCodes}</p>
			<ul className={css['codes']} aria-label={factorWords.recovery}>
				{codes.map((code) => (
					<li key={code}>{code}</li>
				))}
			</ul>
			<p>
				<button type="button" className={buttonClass} onClick={onDone}>
					{factorWords.codesSaved}
				</button>
			</p>
		</div>
	);
}
