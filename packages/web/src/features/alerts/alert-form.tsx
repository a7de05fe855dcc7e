import { maxLength, type Rule, required } from '@sw/domain/access/form-rules';
import { ALERT_KINDS, ALERT_REPEATS, LONGEST_NOTE } from '@sw/domain/alerts/ticker-alert';
import { SECTORS, sectorLabel, TABS } from '@sw/domain/signals/sector';
import { STRATEGIES, TIMEFRAMES } from '@sw/domain/time/timeframe';
import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import type { Api } from '../../lib/api/client.ts';
import { Field } from '../../ui/forms/field.tsx';
import { FormBox } from '../../ui/forms/form-box.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { strategyLabel, tabLabel, timeframeLabel } from './alert-view.ts';
import { alertsQuery } from './queries.ts';
import { words } from './words.ts';

type Kind = (typeof ALERT_KINDS)[number];
type NewAlert = Parameters<Api['inbox']['addAlert']>[0]['body'];

const START = {
	ticker: '',
	kind: 'price',
	value: '',
	sector: 'volume',
	timeframe: 'one_hour',
	tab: 'extreme_rise',
	strategy: 'first',
	repeat: 'once',
	cool_down: '60',
	expires: '',
	note: '',
};
type Values = Readonly<Record<keyof typeof START, string>>;

function isNumber(text: string): string | null {
	return text === '' || Number(text) > 0 ? null : words.wrongNumber;
}

const ANY: readonly Rule[] = [];
const RULES = {
	ticker: ANY,
	kind: ANY,
	value: [isNumber],
	sector: ANY,
	timeframe: ANY,
	tab: ANY,
	strategy: ANY,
	repeat: ANY,
	cool_down: [required(), isNumber],
	expires: ANY,
	note: [maxLength(LONGEST_NOTE)],
};

/** Sets an alert on a ticker or on all favourites. */
export function AlertForm({ ticker }: { ticker: string }) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const form = useForm(RULES, { ...START, ticker }, async (values) => {
		await api.inbox.addAlert({ body: { ticker_id: await idOf(api, values.ticker), ...bodyOf(values) } });
		await queryClient.invalidateQueries({ queryKey: alertsQuery(api).queryKey });
		form.reset({ ...values, value: '', note: '' });
		snack.success(words.list, words.added);
	});
	const kind = form.values.kind as Kind;
	const isList = kind === 'enters' || kind === 'leaves';
	return (
		<FormBox form={form} submit={words.save}>
			<Field form={form} name="ticker" label={words.ticker} hint={words.tickerHint} />
			<SelectField form={form} name="kind" label={words.kind} options={ALERT_KINDS} labelOf={(one) => words.kinds[one as Kind]} />
			{isList ? null : <Field form={form} name="value" label={words.values[kind]} />}
			{kind === 'depth' ? (
				<SelectField
					form={form}
					name="sector"
					label={words.sector}
					options={SECTORS.map(({ key }) => key)}
					labelOf={(key) => sectorLabel(key as (typeof SECTORS)[number]['key'])}
				/>
			) : null}
			{kind === 'depth' || kind === 'volume' ? (
				<SelectField
					form={form}
					name="timeframe"
					label={words.timeframe}
					options={TIMEFRAMES.map(({ name }) => name)}
					labelOf={timeframeLabel}
				/>
			) : null}
			{isList || kind === 'rate' ? (
				<>
					<SelectField
						form={form}
						name="tab"
						label={words.tab}
						options={TABS.map(({ name }) => name)}
						labelOf={(tab) => tabLabel(tab as (typeof TABS)[number]['name'])}
					/>
					<SelectField
						form={form}
						name="strategy"
						label={words.strategy}
						options={STRATEGIES.map(({ name }) => name)}
						labelOf={(name) => strategyLabel(name as (typeof STRATEGIES)[number]['name'])}
					/>
				</>
			) : null}
			<SelectField
				form={form}
				name="repeat"
				label={words.repeat}
				options={ALERT_REPEATS}
				labelOf={(one) => words.repeats[one as (typeof ALERT_REPEATS)[number]]}
			/>
			{form.values.repeat === 'every' ? <Field form={form} name="cool_down" label={words.coolDown} /> : null}
			<Field form={form} name="expires" label={words.expires} hint={words.expiresHint} type="date" />
			<Field form={form} name="note" label={words.note} hint={words.noteHint} />
		</FormBox>
	);
}

/** The id of a symbol, null for all favourites. Rejects where no ticker has it. */
async function idOf(api: Api, text: string): Promise<number | null> {
	const symbol = text.trim();
	if (symbol === '') return null;
	const { items } = await api.prices.landingTable({ query: { ticker: symbol, size: 1 } });
	const found = items[0]?.ticker_id;
	if (found === undefined) throw new Error(words.unknownTicker);
	return found;
}

function bodyOf({ repeat, cool_down, expires, note, ...values }: Values): Omit<NewAlert, 'ticker_id'> {
	return {
		condition: conditionOf(values),
		repeat: repeat as NewAlert['repeat'],
		cool_down: Number(cool_down),
		expires: expires || null,
		note: note.trim(),
	};
}

/** The fields of a kind; the server checks their values. */
function conditionOf({ kind, value, sector, timeframe, tab, strategy }: Omit<Values, 'repeat' | 'cool_down' | 'expires' | 'note'>) {
	const number = Number(value);
	const fields: Readonly<Record<string, object>> = {
		price: { level: number },
		rate: { tab, strategy, value: number },
		depth: { sector, timeframe, value: number },
		volume: { timeframe, value: number },
		mentions: { value: number },
	};
	return { kind, ...(fields[kind] ?? { tab, strategy }) } as NewAlert['condition'];
}
