import { maxLength, type Rule } from '@sw/domain/access/form-rules';
import { ALERT_KINDS, ALERT_REPEATS, LONGEST_NOTE } from '@sw/domain/alerts/ticker-alert';
import { SECTORS, sectorLabel, TABS } from '@sw/domain/signals/sector';
import { STRATEGIES, TIMEFRAMES } from '@sw/domain/time/timeframe';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type Watchlists, watchlistsQuery } from '../../entities/watchlists/watchlists-query.ts';
import { Field } from '../../ui/forms/field.tsx';
import { FormBox } from '../../ui/forms/form-box.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { type Kind, START, setAlert } from './alert-values.ts';
import { strategyLabel, tabLabel, timeframeLabel } from './alert-view.ts';
import { alertsQuery } from './queries.ts';
import { words } from './words.ts';

const ANY: readonly Rule[] = [];
/** Numbers are checked when the form is sent: which of them count depends on the kind. */
const RULES = {
	scope: ANY,
	ticker: ANY,
	kind: ANY,
	value: ANY,
	direction: ANY,
	sector: ANY,
	timeframe: ANY,
	tab: ANY,
	strategy: ANY,
	repeat: ANY,
	cool_down: ANY,
	expires: ANY,
	note: [maxLength(LONGEST_NOTE)],
};

export interface AlertStart {
	/** The symbol that the form begins with. */
	readonly ticker: string;
	/** The id of the watchlist that it begins with. */
	readonly watchlist: number | undefined;
}

/** Sets an alert on a ticker, a watchlist or all favourites. */
export function AlertForm({ ticker, watchlist }: AlertStart) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const watchlists = useQuery(watchlistsQuery(api)).data?.items ?? [];
	// A price level, with which the form begins otherwise, needs one ticker.
	const start = watchlist === undefined ? { ...START, ticker } : { ...START, scope: String(watchlist), kind: 'depth' };
	const form = useForm(RULES, start, async (values) => {
		await setAlert(api, values);
		// Before the list shows it: what is entered after that must stay.
		form.reset({ ...values, value: '', note: '' });
		await queryClient.invalidateQueries({ queryKey: alertsQuery(api).queryKey });
		snack.success(words.list, words.added);
	});
	const kind = form.values.kind as Kind;
	const isList = kind === 'enters' || kind === 'leaves';
	return (
		<FormBox columns form={form} submit={words.save}>
			<SelectField
				form={form}
				name="scope"
				label={words.scope}
				options={['ticker', 'favourites', ...watchlists.map(({ id }) => String(id))]}
				labelOf={(one) => scopeLabel(one, watchlists)}
			/>
			{form.values.scope === 'ticker' ? <Field form={form} name="ticker" label={words.ticker} /> : null}
			<SelectField form={form} name="kind" label={words.kind} options={ALERT_KINDS} labelOf={(one) => words.kinds[one as Kind]} />
			{isList || kind === 'filing' ? null : (
				<Field form={form} name="value" label={words.values[kind]} hint={kind === 'price' ? words.levelHint : words.valueHint} />
			)}
			{isList || kind === 'filing' || kind === 'price' ? null : (
				<SelectField
					form={form}
					name="direction"
					label={words.direction}
					options={['reaches', 'falls']}
					labelOf={(one) => words.directions[one as keyof typeof words.directions]}
				/>
			)}
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

function scopeLabel(scope: string, watchlists: Watchlists['items']): string {
	if (scope === 'ticker') return words.oneTicker;
	return watchlists.find(({ id }) => String(id) === scope)?.name ?? words.favourites;
}
