import { maxLength, REQUIRED_MESSAGE, type Rule } from '@sw/domain/access/form-rules';
import {
	ALERT_KINDS,
	ALERT_REPEATS,
	MAX_ALERT_COOL_DOWN,
	MAX_ALERT_LEVEL,
	MAX_ALERT_MENTIONS,
	MAX_ALERT_RATE,
	MAX_ALERT_SPIKE,
	MAX_ALERT_VOLUME,
	MAX_NOTE_LENGTH,
} from '@sw/domain/alerts/ticker-alert';
import { SECTORS, sectorLabel, TABS, type Tab } from '@sw/domain/signals/sector';
import { STRATEGIES, TIMEFRAMES } from '@sw/domain/time/timeframe';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Api } from '../../lib/api/client.ts';
import { Field, SelectField } from '../../ui/forms/field.tsx';
import { FormBox, useForm } from '../../ui/forms/form-box.tsx';
import { snack } from '../../ui/snackbars/snack.ts';
import { type FilterList, filtersQuery } from '../filters/saved-filters.ts';
import { findTicker } from '../ticker-links/find-ticker.ts';
import { type Watchlists, watchlistsQuery } from '../watchlists/watchlists-query.ts';
import { alertsQuery, strategyLabel, tabLabel, timeframeLabel } from './alert-view.ts';
import { words } from './words.ts';

/** The kinds of alerts in this form. Readers set alerts on trend lines in the price chart. */
type Kind = Exclude<(typeof ALERT_KINDS)[number], 'trend'>;

type NewAlert = Parameters<Api['inbox']['addAlert']>[0]['body'];

const DEFAULT_VALUES = {
	/** 'ticker', 'favourites' or the id of a watchlist. */
	scope: 'ticker',
	ticker: '',
	kind: 'price',
	value: '',
	direction: 'reaches',
	sector: 'volume',
	timeframe: 'one_hour',
	/** A tab, or the id of a saved filter. */
	tab: 'extreme_rise',
	strategy: 'first',
	repeat: 'once',
	cool_down: '60',
	expires: '',
	note: '',
};

type Values = Readonly<Record<keyof typeof DEFAULT_VALUES, string>>;

type FieldName = keyof Values;

interface Range {
	/** Smallest allowed whole number. Undefined: any number above 0 is allowed, also with decimals. */
	readonly minimum?: number;
	readonly maximum: number;
}

const RANGES: Readonly<Record<string, Range>> = {
	price: { maximum: MAX_ALERT_LEVEL },
	rate: { minimum: 1, maximum: MAX_ALERT_RATE },
	depth: { minimum: 1, maximum: 5 },
	volume: { maximum: MAX_ALERT_VOLUME },
	mentions: { minimum: 1, maximum: MAX_ALERT_MENTIONS },
	mention_spike: { maximum: MAX_ALERT_SPIKE },
};

/** The form field for each field of the API call, to show its errors there. */
const FORM_FIELDS: Readonly<Record<string, FieldName>> = {
	ticker_id: 'ticker',
	watchlist_id: 'scope',
	'condition.level': 'value',
	'condition.value': 'value',
	'condition.filter_id': 'tab',
};

const NO_RULES: readonly Rule[] = [];
const HINTS: Partial<Record<Kind, string>> = { price: words.levelHint, mention_spike: words.spikeHint };
/** Numbers are checked only on submit, because each kind of alert needs other fields. */
const RULES = {
	scope: NO_RULES,
	ticker: NO_RULES,
	kind: NO_RULES,
	value: NO_RULES,
	direction: NO_RULES,
	sector: NO_RULES,
	timeframe: NO_RULES,
	tab: NO_RULES,
	strategy: NO_RULES,
	repeat: NO_RULES,
	cool_down: NO_RULES,
	expires: NO_RULES,
	note: [maxLength(MAX_NOTE_LENGTH)],
};

/** Initial values of a form. Missing values have defaults. */
export type InitialAlert = Partial<Values>;

interface Props {
	initialValues: InitialAlert;
	/** Called after the alert was set. Undefined: the form is reset for the next alert. */
	onDone?: () => void;
	/** Called by the cancel button. Undefined: there is no cancel button. */
	cancel?: () => void;
}

/** Sets an alert on a ticker, a watchlist or all favourites. */
export function AlertForm({ initialValues, onDone, cancel }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const watchlists = useQuery(watchlistsQuery(api)).data?.items ?? [];
	const form = useForm(RULES, { ...DEFAULT_VALUES, ...initialValues }, async (values) => {
		await setAlert(api, values);
		// Resets the form before the list is reloaded, so that text typed meanwhile isn't lost.
		if (!onDone) form.reset({ ...values, value: '', note: '' });
		await queryClient.invalidateQueries({ queryKey: alertsQuery(api).queryKey });
		snack.success(words.list, words.added);
		onDone?.();
	});
	const kind = form.values.kind as Kind;
	const isList = isListKind(kind);
	const filters = useQuery({ ...filtersQuery(api), enabled: isList }).data?.items.filter(({ is_branded: builtIn }) => !builtIn) ?? [];
	const filterId = isList ? filterIdOf(form.values.tab) : undefined;
	return (
		<FormBox columns form={form} submitLabel={words.save} {...(cancel ? { cancel } : {})}>
			<SelectField
				form={form}
				name="scope"
				label={words.scope}
				options={['ticker', 'favourites', ...watchlists.map(({ id }) => String(id))]}
				labelOf={(scope) => scopeLabel(scope, watchlists)}
			/>
			{form.values.scope === 'ticker' ? <Field form={form} name="ticker" label={words.ticker} /> : null}
			<SelectField
				form={form}
				name="kind"
				label={words.kind}
				options={ALERT_KINDS.filter((option) => option !== 'trend')}
				labelOf={(option) => words.kinds[option as Kind]}
			/>
			{isList || kind === 'filing' ? null : (
				<Field form={form} name="value" label={words.values[kind]} hint={HINTS[kind] ?? words.valueHint} />
			)}
			{isList || kind === 'filing' || kind === 'price' ? null : (
				<SelectField
					form={form}
					name="direction"
					label={words.direction}
					options={['reaches', 'falls']}
					labelOf={(direction) => words.directions[direction as keyof typeof words.directions]}
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
						options={[...TABS.map(({ name }) => name), ...(isList ? filters.map(({ id }) => String(id)) : [])]}
						labelOf={(list) => listLabel(list, filters)}
					/>
					{filterId === undefined ? (
						<SelectField
							form={form}
							name="strategy"
							label={words.strategy}
							options={STRATEGIES.map(({ name }) => name)}
							labelOf={(name) => strategyLabel(name as (typeof STRATEGIES)[number]['name'])}
						/>
					) : null}
				</>
			) : null}
			<SelectField
				form={form}
				name="repeat"
				label={words.repeat}
				options={ALERT_REPEATS}
				labelOf={(repeat) => words.repeats[repeat as (typeof ALERT_REPEATS)[number]]}
			/>
			{form.values.repeat === 'every' ? <Field form={form} name="cool_down" label={words.coolDown} /> : null}
			<Field form={form} name="expires" label={words.expires} hint={words.expiresHint} type="date" />
			<Field form={form} name="note" label={words.note} hint={words.noteHint} />
		</FormBox>
	);
}

function isListKind(kind: string): kind is 'enters' | 'leaves' {
	return kind === 'enters' || kind === 'leaves';
}

/** Returns the id of a saved filter; undefined if `list` is a tab. */
function filterIdOf(list: string): number | undefined {
	return /^\d+$/.test(list) ? Number(list) : undefined;
}

function listLabel(list: string, filters: FilterList['items']): string {
	const filter = filters.find(({ id }) => String(id) === list);
	return filter ? words.filter(filter.name) : tabLabel(list as Tab);
}

function scopeLabel(scope: string, watchlists: Watchlists['items']): string {
	if (scope === 'ticker') return words.singleTicker;
	return watchlists.find(({ id }) => String(id) === scope)?.name ?? words.favourites;
}

/** Sets an alert. Rejects with the errors of the form fields. */
async function setAlert(api: Api, values: Values): Promise<void> {
	const { scope, kind, value, repeat, cool_down: coolDown } = values;
	if (kind === 'price' && scope !== 'ticker') throw fieldError('scope', words.needsTicker);
	if (scope === 'ticker' && values.ticker.trim() === '') throw fieldError('ticker', REQUIRED_MESSAGE);
	const range = RANGES[kind];
	const valueError = range && numberError(value, range);
	if (valueError) throw fieldError('value', valueError);
	const coolDownError = repeat === 'every' && numberError(coolDown, { minimum: 0, maximum: MAX_ALERT_COOL_DOWN });
	if (coolDownError) throw fieldError('cool_down', coolDownError);
	try {
		await api.inbox.addAlert({ body: { ...(await resolveScope(api, values)), ...createBody(values) } });
	} catch (error) {
		throw withFormFields(error);
	}
}

function numberError(text: string, { minimum, maximum }: Range): string | undefined {
	if (text.trim() === '') return REQUIRED_MESSAGE;
	const number = Number(text);
	if (minimum === undefined) return number > 0 && number <= maximum ? undefined : words.wrongNumber(maximum);
	return Number.isInteger(number) && number >= minimum && number <= maximum ? undefined : words.wrongInteger(minimum, maximum);
}

function fieldError(field: FieldName, message: string): ApiError {
	return new ApiError(400, { status: 400, title: message, detail: message, errors: [{ field, message }] }, message);
}

function withFormFields(error: unknown): unknown {
	if (!(error instanceof ApiError) || !error.problem) return error;
	const errors = error.problem.errors.map(({ field, message }) => ({ field: FORM_FIELDS[field] ?? field, message }));
	return new ApiError(error.status, { ...error.problem, errors }, error.message);
}

/** Finds the ticker or watchlist of an alert; all favourites have neither. Rejects if no ticker has the symbol. */
async function resolveScope(api: Api, { scope, ticker }: Values): Promise<Pick<NewAlert, 'ticker_id' | 'watchlist_id'>> {
	if (scope === 'favourites') return { ticker_id: null };
	if (scope !== 'ticker') return { ticker_id: null, watchlist_id: Number(scope) };
	const tickerId = await findTicker(api, ticker.trim());
	if (tickerId === undefined) throw fieldError('ticker', words.unknownTicker);
	return { ticker_id: tickerId };
}

function createBody({ repeat, cool_down, expires, note, ...values }: Values): Omit<NewAlert, 'ticker_id' | 'watchlist_id'> {
	return {
		condition: createCondition(values),
		repeat: repeat as NewAlert['repeat'],
		// The field is hidden unless the alert repeats, so a hidden field can have an invalid text.
		cool_down: repeat === 'every' ? Number(cool_down) : Number(DEFAULT_VALUES.cool_down),
		expires: expires || null,
		note: note.trim(),
	};
}

function createCondition({
	kind,
	value,
	direction,
	sector,
	timeframe,
	tab,
	strategy,
}: Omit<Values, 'repeat' | 'cool_down' | 'expires' | 'note'>) {
	const number = Number(value);
	const falls = direction === 'falls';
	const filterId = filterIdOf(tab);
	if (isListKind(kind) && filterId !== undefined) return { kind, filter_id: filterId } as NewAlert['condition'];
	const fields: Readonly<Record<string, object>> = {
		price: { level: number },
		// A saved filter has no rate, but can still be selected from an earlier kind of alert.
		rate: { tab: filterId === undefined ? tab : DEFAULT_VALUES.tab, strategy, value: number, falls },
		depth: { sector, timeframe, value: number, falls },
		volume: { timeframe, value: number, falls },
		mentions: { value: number, falls },
		mention_spike: { value: number, falls },
		filing: {},
	};
	return { kind, ...(fields[kind] ?? { tab, strategy }) } as NewAlert['condition'];
}
