import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { screenDates } from '../../lib/format/screen-dates.ts';
import { Field } from '../../ui/forms/field.tsx';
import { FormBox } from '../../ui/forms/form-box.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import panel from '../../ui/panel.module.css';
import type { ProviderTrial } from './queries.ts';
import css from './setup.module.css';
import { setupWords as words } from './words.ts';

const FILES = 'files';
const VENDORS = ['yahoo', 'alpaca', 'massive'] as const;
const NO_RULES = { provider: [], key: [], secret: [], symbols: [] };

export interface MarketTyped {
	readonly provider: string;
	readonly key: string;
	readonly secret: string;
	readonly symbols: string;
}

/** Choose a market and test its key. */
export function useMarketForm(provider: string) {
	const { api } = useRouteContext({ from: '__root__' });
	const [trial, notify] = useState<ProviderTrial>();
	const start = { provider: [FILES, ...VENDORS].find((one) => one === provider) ?? FILES, key: '', secret: '', symbols: '' };
	const form = useForm(NO_RULES, start, async ({ provider: chosen, key, secret, symbols }) => {
		notify(undefined);
		const vendor = VENDORS.find((one) => one === chosen);
		if (!vendor) return;
		const keys = { ...(key && vendor !== 'yahoo' ? { key } : {}), ...(secret && vendor === 'alpaca' ? { secret } : {}) };
		notify(await api.operations.tryProvider({ body: { provider: vendor, ...keys, symbols } }));
	});
	return { form, trial, forget: () => notify(undefined) };
}

export function MarketStep({ market: { form, trial, forget } }: { market: ReturnType<typeof useMarketForm> }) {
	const { provider } = form.values;
	const set = (field: keyof MarketTyped, value: string): void => {
		forget();
		form.set(field, value);
	};
	const choose = { ...form, set };
	return (
		<section className={panel['panel']} aria-label={words.market}>
			<h2 className={panel['title']}>{words.market}</h2>
			<div className={css['step']}>
				<SelectField form={choose} name="provider" label={words.provider} options={[FILES, ...VENDORS]} />
				{provider === FILES ? (
					<p className={css['note']}>{words.filesNote}</p>
				) : (
					<FormBox form={form} submit={words.tryIt}>
						{provider === 'yahoo' ? null : (
							<Field form={choose} name="key" label={words.key(provider)} type="password" autoComplete="off" />
						)}
						{provider === 'alpaca' ? <Field form={choose} name="secret" label={words.secret} type="password" autoComplete="off" /> : null}
						<Field form={choose} name="symbols" label={words.symbols} hint={words.symbolsHint} />
						<p className={css['note']}>{words.vendorWill(provider)}</p>
					</FormBox>
				)}
				<div role="status">{trial ? <Heard trial={trial} /> : null}</div>
			</div>
		</section>
	);
}

function Heard({ trial: { outcome, lines } }: { trial: ProviderTrial }) {
	return (
		<>
			<p>{words.outcome(outcome)}</p>
			<ul className={css['heard']}>
				{lines.map((line) => (
					<li key={line}>{screenDates(line)}</li>
				))}
			</ul>
		</>
	);
}
