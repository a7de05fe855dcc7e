import { KEY_SCOPES, type KeyScope } from '@sw/domain/access/api-key';
import { anyPasswordRules, maxLength, required } from '@sw/domain/access/form-rules';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { browserName } from '../../../entities/session/browser-of.ts';
import type { Profile } from '../../../entities/session/session-query.ts';
import { sitePath } from '../../../lib/address/site-path.ts';
import { etDateTime, msOf } from '../../../lib/format/times.ts';
import { buttonClass } from '../../../ui/button.ts';
import cards from '../../../ui/cards-table.module.css';
import { ScrollBox } from '../../../ui/content/scroll-box.tsx';
import { Panel } from '../../../ui/content/settings-panel.tsx';
import { ShownOnce } from '../../../ui/content/shown-once.tsx';
import table from '../../../ui/data-table.module.css';
import { ConfirmButton } from '../../../ui/dialogs/confirm-dialog.tsx';
import { EtTime } from '../../../ui/et-time.tsx';
import { Field, SelectField } from '../../../ui/forms/field.tsx';
import form from '../../../ui/forms/form.module.css';
import { type Form, FormBox, useForm } from '../../../ui/forms/form-box.tsx';
import { snack } from '../../../ui/snackbars/snack.ts';
import { LoadFailed } from '../../../ui/states/load-failed.tsx';
import { Part, withPassword } from '../factor-parts.tsx';
import css from '../panel.module.css';
import { type PersonalKeys, personalKeysQuery, type Sessions, sessionsQuery } from '../queries.ts';
import { words as account, profileWords } from '../words.ts';
import { keysWords as words } from './keys-words.ts';

const LIFETIME_DAYS = ['30', '90', '365'] as const;

const INITIAL_VALUES = { name: '', scopes: 'lists:read', days: '90', password: '' };

type Key = PersonalKeys['items'][number];

/** Lists, creates and revokes personal API keys. */
export function ProfileKeys({ profile }: { profile: Profile }) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { data, isError, refetch } = useQuery(personalKeysQuery(api));
	const [newKey, setNewKey] = useState<{ name: string; secret: string }>();
	const refresh = () => queryClient.invalidateQueries({ queryKey: personalKeysQuery(api).queryKey });
	if (profile.status === 'unconfirmed')
		return (
			<Panel title={words.title} anchor="keys">
				<p>{words.unconfirmed}</p>
			</Panel>
		);
	const revoke = (id: string) => async (): Promise<void> => {
		await api.accounts.revokeKey({ params: { id }, body: {} });
		await refresh();
	};
	return (
		<Panel title={words.title} anchor="keys">
			<p>
				{words.intro}{' '}
				<a href={sitePath('/api/docs')} className={form['link'] ?? ''}>
					{words.docs}
				</a>
			</p>
			{isError ? <LoadFailed retry={() => void refetch()} /> : null}
			{newKey ? (
				<ShownOnce
					title={words.created(newKey.name)}
					note={words.shownOnce}
					values={[{ value: newKey.secret }]}
					onDone={() => setNewKey(undefined)}
				/>
			) : null}
			{data?.items.length === 0 ? <p>{words.none}</p> : null}
			{data && data.items.length > 0 ? (
				<ScrollBox className={`${table['scroll']} ${cards['cards']}`} label={words.table}>
					<table className={table['table']}>
						<thead>
							<tr>
								<th scope="col">{words.name}</th>
								<th scope="col">{words.scopesLabel}</th>
								<th scope="col">{words.lastUsed}</th>
								<th scope="col">{words.ends}</th>
								<th scope="col">
									<span className="visually-hidden">{words.revoke}</span>
								</th>
							</tr>
						</thead>
						<tbody>
							{data.items.map((key) => (
								<Row key={key.id} apiKey={key} isExpired={msOf(key.expires) <= msOf(data.now)} revoke={revoke(key.id)} />
							))}
						</tbody>
					</table>
				</ScrollBox>
			) : null}
			<Part title={words.create}>
				<CreateKey
					hasPassword={profile.has_password}
					onCreated={async (name, secret) => {
						setNewKey({ name, secret });
						await refresh();
					}}
				/>
			</Part>
		</Panel>
	);
}

function Row({
	apiKey: { name, tail, scopes, expires, used },
	isExpired,
	revoke,
}: {
	apiKey: Key;
	isExpired: boolean;
	revoke(): Promise<void>;
}) {
	return (
		<tr>
			<th scope="row">
				{name} <code>…{tail}</code>
			</th>
			<td data-label={words.scopesLabel}>{scopes.map((scope) => words.scopes[scope]).join('; ')}</td>
			<td data-label={words.lastUsed}>{used === null ? words.never : <Time at={used} />}</td>
			<td data-label={words.ends}>
				<Time at={expires} />
				{isExpired ? ` (${words.ended})` : null}
			</td>
			<td>
				<ConfirmButton
					label={words.revokeNamed(name)}
					shortLabel={words.revoke}
					detail={words.revokeDetail}
					confirmLabel={words.revokeConfirm}
					act={revoke}
				/>
			</td>
		</tr>
	);
}

function Time({ at }: { at: string }) {
	return <EtTime ms={msOf(at)}>{etDateTime(msOf(at))}</EtTime>;
}

/** Form that creates a key. `onCreated` receives the key, because the server never shows it again. */
function CreateKey({ hasPassword, onCreated }: { hasPassword: boolean; onCreated(name: string, key: string): Promise<void> }) {
	const { api } = useRouteContext({ from: '__root__' });
	const rules = { name: [required(), maxLength(100)], scopes: [required()], days: [], password: hasPassword ? anyPasswordRules : [] };
	const fields = useForm(rules, INITIAL_VALUES, async ({ name, scopes, days, password }) => {
		const { key } = await api.accounts.createKey({
			body: { name, scopes: parseScopes(scopes), days: Number(days), ...withPassword(password) },
		});
		fields.reset(INITIAL_VALUES);
		await onCreated(name, key);
	});
	return (
		<FormBox form={fields} submitLabel={words.create}>
			<Field form={fields} name="name" label={words.name} hint={words.nameHint} />
			<Scopes form={fields} />
			<SelectField form={fields} name="days" label={words.days} options={LIFETIME_DAYS} labelOf={words.daysOf} />
			{hasPassword ? (
				<Field form={fields} name="password" label={account.currentPassword} type="password" autoComplete="current-password" />
			) : null}
		</FormBox>
	);
}

/** Parses a form field that contains the selected scopes, separated by spaces. */
function parseScopes(scopes: string): KeyScope[] {
	return KEY_SCOPES.filter((scope) => scopes.split(' ').includes(scope));
}

function Scopes({ form: { values, errors, set } }: { form: Form<'scopes'> }) {
	const id = useId();
	const selected = parseScopes(values.scopes);
	const toggle = (scope: KeyScope, isOn: boolean): void =>
		set('scopes', KEY_SCOPES.filter((option) => (option === scope ? isOn : selected.includes(option))).join(' '));
	return (
		<fieldset className={css['choices']} aria-describedby={errors.scopes ? id : undefined}>
			<legend>{words.scopesLabel}</legend>
			{KEY_SCOPES.map((scope) => (
				<label key={scope} className={css['choice']}>
					<input
						type="checkbox"
						name="scopes"
						checked={selected.includes(scope)}
						onChange={(event) => toggle(scope, event.currentTarget.checked)}
					/>
					{words.scopes[scope]}
				</label>
			))}
			{errors.scopes ? (
				<p id={id} className={form['fault']}>
					{errors.scopes}
				</p>
			) : null}
		</fieldset>
	);
}

type Session = Sessions['items'][number];

export function ProfileSessions() {
	const queryClient = useQueryClient();
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(sessionsQuery(api));
	const onSuccess = () => queryClient.invalidateQueries({ queryKey: sessionsQuery(api).queryKey });
	const onError = (error: Error) => snack.error(profileWords.notEnded, error.message);
	const endSession = useMutation({ mutationFn: (id: string) => api.accounts.endSession({ params: { id }, body: {} }), onSuccess, onError });
	const endOthers = useMutation({ mutationFn: () => api.accounts.endOtherSessions({ body: {} }), onSuccess, onError });
	return (
		<Panel title={profileWords.sessions} anchor="sessions">
			{isError ? <LoadFailed retry={() => void refetch()} /> : null}
			<ScrollBox className={`${table['scroll']} ${cards['cards']}`} label={profileWords.sessionsTable}>
				<table className={table['table']}>
					<thead>
						<tr>
							<th scope="col">{profileWords.browser}</th>
							<th scope="col">{profileWords.from}</th>
							<th scope="col">{profileWords.lastSeen}</th>
							<th scope="col">
								<span className="visually-hidden">{profileWords.end}</span>
							</th>
						</tr>
					</thead>
					<tbody>
						{data?.items.map((session) => (
							<SessionRow key={session.id} session={session} end={() => endSession.mutate(session.id)} />
						))}
					</tbody>
				</table>
			</ScrollBox>
			{data && data.items.length > 1 ? (
				<p>
					<button type="button" className={buttonClass} onClick={() => endOthers.mutate()}>
						{profileWords.endOthers}
					</button>
				</p>
			) : null}
		</Panel>
	);
}

function SessionRow({ session, end }: { session: Session; end: () => void }) {
	return (
		<tr>
			<th scope="row" title={session.agent}>
				{browserName(session.agent)}
			</th>
			<td data-label={profileWords.from}>{session.address}</td>
			<td data-label={profileWords.lastSeen}>
				<EtTime ms={msOf(session.seen)}>{etDateTime(msOf(session.seen))}</EtTime>
			</td>
			<td>
				{session.current ? (
					profileWords.thisSession
				) : (
					<button type="button" className={buttonClass} aria-label={profileWords.endNamed(browserName(session.agent))} onClick={end}>
						{profileWords.end}
					</button>
				)}
			</td>
		</tr>
	);
}
