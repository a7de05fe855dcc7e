import { useQuery } from '@tanstack/react-query';
import { Link, useHydrated, useRouteContext } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { PageHead } from '../../entities/administration/admin-table.tsx';
import { type AdminSearch, adminLink } from '../../entities/administration/table-state.ts';
import { siteOrigin } from '../../lib/address/site-path.ts';
import { formatDatesIn } from '../../lib/format/screen-dates.ts';
import { buttonClass } from '../../ui/button.ts';
import { Field, SelectField } from '../../ui/forms/field.tsx';
import form from '../../ui/forms/form.module.css';
import { FormBox, useForm } from '../../ui/forms/form-box.tsx';
import panel from '../../ui/panel.module.css';
import { snack } from '../../ui/snackbars/snack.ts';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { words as common } from '../../ui/words.ts';
import { classifyOrigin, createEnvironmentLines, type EnvironmentLine, formatLines } from './environment-lines.ts';
import { type MailTrial, type ProviderTrial, type Setup, setupQuery } from './queries.ts';
import css from './setup.module.css';
import { setupWords as words } from './words.ts';

const MAIL_RULES = { url: [], from: [] };

const FILES = 'files';
const VENDORS = ['yahoo', 'alpaca', 'massive'] as const;
const MARKET_RULES = { provider: [], key: [], secret: [], symbols: [] };

interface MarketInput {
	readonly provider: string;
	readonly key: string;
	readonly secret: string;
	readonly symbols: string;
}

/** Guides the operator through the first steps: what the market waits for, tests of new settings, and the environment lines to set. */
export function AdminSetup(_: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(setupQuery(api));
	return (
		<>
			<PageHead title={words.title} note={data?.label}>
				<Link {...adminLink('health')} className={buttonClass}>
					{words.health}
				</Link>
			</PageHead>
			{isError ? <LoadFailed retry={() => void refetch()} /> : null}
			{data ? (
				<>
					<section className={`${panel['panel']} ${css['state']}`}>
						<p role="status">{words.state(data)}</p>
						{data.provider === 'files' ? (
							<Link {...adminLink('data', { view: 'import' })} className={buttonClass}>
								{words.importFile}
							</Link>
						) : null}
					</section>
					<p className={css['note']}>{words.note}</p>
					<Steps setup={data} />
				</>
			) : isError ? null : (
				<p role="status" aria-busy="true">
					{common.loading}
				</p>
			)}
		</>
	);
}

function Steps({ setup }: { setup: Setup }) {
	const market = useMarketForm(setup.provider);
	const mail = useMailForm();
	const [origin, setOrigin] = useState(setup.origin);
	return (
		<div className={css['steps']}>
			<MarketStep market={market} />
			<MailStep mail={mail} setup={setup} />
			<OriginStep value={origin} onChange={setOrigin} />
			<LinesStep lines={createEnvironmentLines({ ...market.form.values, ...mail.form.values, origin }, setup)} />
		</div>
	);
}

/** Returns the form state of the step that selects a market and tests its key. */
function useMarketForm(provider: string) {
	const { api } = useRouteContext({ from: '__root__' });
	const [trial, setTrial] = useState<ProviderTrial>();
	const initialValues = { provider: [FILES, ...VENDORS].find((name) => name === provider) ?? FILES, key: '', secret: '', symbols: '' };
	const form = useForm(MARKET_RULES, initialValues, async ({ provider: selected, key, secret, symbols }) => {
		setTrial(undefined);
		const vendor = VENDORS.find((name) => name === selected);
		if (!vendor) return;
		const keys = { ...(key && vendor !== 'yahoo' ? { key } : {}), ...(secret && vendor === 'alpaca' ? { secret } : {}) };
		setTrial(await api.operations.tryProvider({ body: { provider: vendor, ...keys, symbols } }));
	});
	return { form, trial, clearTrial: () => setTrial(undefined) };
}

function MarketStep({ market: { form, trial, clearTrial } }: { market: ReturnType<typeof useMarketForm> }) {
	const { provider } = form.values;
	const setField = (field: keyof MarketInput, value: string): void => {
		clearTrial();
		form.set(field, value);
	};
	const formWithTrialReset = { ...form, set: setField };
	return (
		<section className={panel['panel']} aria-label={words.market}>
			<h2 className={panel['title']}>{words.market}</h2>
			<div className={css['step']}>
				<SelectField form={formWithTrialReset} name="provider" label={words.provider} options={[FILES, ...VENDORS]} />
				{provider === FILES ? (
					<p className={css['note']}>{words.filesNote}</p>
				) : (
					<FormBox form={form} submitLabel={words.tryIt}>
						{provider === 'yahoo' ? null : (
							<Field form={formWithTrialReset} name="key" label={words.key(provider)} type="password" autoComplete="off" />
						)}
						{provider === 'alpaca' ? (
							<Field form={formWithTrialReset} name="secret" label={words.secret} type="password" autoComplete="off" />
						) : null}
						<Field form={formWithTrialReset} name="symbols" label={words.symbols} hint={words.symbolsHint} />
						<p className={css['note']}>{words.vendorNote(provider)}</p>
					</FormBox>
				)}
				<div role="status">{trial ? <TrialResult trial={trial} /> : null}</div>
			</div>
		</section>
	);
}

function TrialResult({ trial: { outcome, lines } }: { trial: ProviderTrial }) {
	return (
		<>
			<p>{words.outcome(outcome)}</p>
			<ul className={css['heard']}>
				{lines.map((line) => (
					<li key={line}>{formatDatesIn(line)}</li>
				))}
			</ul>
		</>
	);
}

/** Shows environment lines to copy. The server stores none of them. */
function LinesStep({ lines }: { lines: readonly EnvironmentLine[] }) {
	const [isShown, setShown] = useState(false);
	const copy = (): void => {
		// The clipboard is available only over https.
		const copying = (navigator.clipboard as Clipboard | undefined)?.writeText(formatLines(lines, true)) ?? Promise.reject();
		copying.then(
			() => snack.info(words.lines, words.copied),
			() => snack.warning(words.lines, words.notCopied),
		);
	};
	return (
		<section className={panel['panel']} aria-label={words.lines}>
			<h2 className={panel['title']}>{words.lines}</h2>
			<div className={css['step']}>
				<textarea
					className={css['lines']}
					readOnly
					rows={lines.length + 1}
					aria-label={words.linesLabel}
					value={formatLines(lines, isShown)}
				/>
				<div className={css['buttons']}>
					<button type="button" className={buttonClass} onClick={copy}>
						{words.copy}
					</button>
					<button type="button" className={buttonClass} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
						{words.show}
					</button>
				</div>
				<p className={css['note']}>{words.linesNote}</p>
			</div>
		</section>
	);
}

/** Returns the form state of the step that tests a mail server with one mail. */
function useMailForm() {
	const { api } = useRouteContext({ from: '__root__' });
	const [trial, setTrial] = useState<MailTrial>();
	const form = useForm(MAIL_RULES, { url: '', from: '' }, async (body) => {
		setTrial(undefined);
		setTrial(await api.operations.tryMail({ body }));
	});
	return { form, trial };
}

function MailStep({ mail: { form, trial }, setup }: { mail: ReturnType<typeof useMailForm>; setup: Setup }) {
	return (
		<section className={panel['panel']} aria-label={words.mail}>
			<h2 className={panel['title']}>{words.mail}</h2>
			<div className={css['step']}>
				<p className={css['note']}>{words.mailNow(setup.mails)}</p>
				<FormBox form={form} submitLabel={words.send}>
					<Field form={form} name="url" label={words.url} type="password" hint={words.urlHint} />
					<Field form={form} name="from" label={words.from} hint={words.fromHint} />
					<p className={css['note']}>{words.mailNote(setup.email)}</p>
				</FormBox>
				<p role="status" className={trial && !trial.sent ? css['fault'] : undefined}>
					{trial?.line}
				</p>
			</div>
		</section>
	);
}

function OriginStep({ value, onChange }: { value: string; onChange: (text: string) => void }) {
	const id = useId();
	const hydrated = useHydrated();
	const verdict = classifyOrigin(value, hydrated ? siteOrigin() : undefined);
	return (
		<section className={panel['panel']} aria-label={words.origin}>
			<h2 className={panel['title']}>{words.origin}</h2>
			<div className={css['step']}>
				<p className={css['note']}>{words.originNote}</p>
				<div className={form['field']}>
					<label htmlFor={id} className={form['label']}>
						{words.originLabel}
					</label>
					<input
						id={id}
						className={form['input']}
						value={value}
						maxLength={300}
						autoCapitalize="none"
						spellCheck={false}
						aria-invalid={verdict === 'faulty'}
						aria-describedby={`${id}-verdict`}
						onChange={(event) => onChange(event.currentTarget.value)}
					/>
				</div>
				<p id={`${id}-verdict`} role="status" className={verdict === 'faulty' || verdict === 'open' ? css['fault'] : undefined}>
					{hydrated ? words.verdict(verdict) : ''}
				</p>
			</div>
		</section>
	);
}
