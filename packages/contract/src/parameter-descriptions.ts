export interface ParameterDescription {
	readonly about: string;
	/** Default: an example derived from the schema. For a list, a single value represents a list of one. */
	readonly example?: string | number | boolean | readonly string[];
}

const TICKER_ID: ParameterDescription = { about: "Permanent id of a ticker; a new symbol doesn't change it.", example: 1 };
const FILTER_ID: ParameterDescription = { about: 'Id of a built-in filter, or of one that the caller saved.', example: 12 };
const REPORT_TIME: ParameterDescription = {
	about: 'Time of a report, in UTC. Default where optional: the newest that the caller may open.',
	example: '2026-03-04T14:45:00Z',
};
const NEW_YORK_DATE: ParameterDescription = {
	about:
		'A New York calendar date, or an instant, of which only the date counts. Midnight UTC is read as its date: 2026-12-25T00:00:00Z is 25 December.',
	example: '2026-03-04',
};
const UUID = '3f2b8a54-6c1d-4e0f-9a7b-2d5c8e1f4a60';

function describeUuid(thing: string): ParameterDescription {
	return { about: `Id of ${thing}.`, example: UUID };
}

function describeNumber(thing: string): ParameterDescription {
	return { about: `Number of ${thing}.`, example: 1024 };
}

/** By path prefix; the longest match applies. */
type ByPath = Readonly<Record<`/${string}`, ParameterDescription>>;

/**
 * Descriptions of the parameters of all calls. Each name is described once, because it usually means the same in every call; exceptions are by path
 * prefix. Ranges and allowed values come from the schema. A test checks that every parameter has a description and every description a parameter.
 */
export const PARAMETER_DESCRIPTIONS: Readonly<Record<string, ParameterDescription | ByPath>> = {
	// ---- which report, and how to read it
	date: {
		'/api/sector-charts': REPORT_TIME,
		'/api/charts/forecast/': {
			about: 'Time of the forecast report, or a date, whose close is used. Midnight UTC is read as its date.',
			example: '2026-03-04T21:15:00Z',
		},
		'/api/landing/table': {
			about: 'Date of the table, or an instant on that date; midnight UTC is read as its date. Default: the newest table.',
			example: '2026-03-04',
		},
		'/': NEW_YORK_DATE,
	},
	time: {
		'/api/analysis': { about: 'Date of the table, or an instant on that date. Default: the newest table.', example: '2026-03-04' },
		'/api/exchange-info': { about: 'Instant in UTC to look up.', example: '2026-03-04T14:45:00Z' },
		'/api/sector-analysis': REPORT_TIME,
		'/': NEW_YORK_DATE,
	},
	version: { about: 'Version of a corrected report, from 1. Default: the newest.', example: 1 },
	since: {
		about: 'Time of the earlier report. Default: the newest report before the later one that the caller may open.',
		example: '2026-03-04T14:30:00Z',
	},
	until: {
		about: 'The newest report up to this instant, as for trading before the open or after the close. Default: the newest.',
		example: '2026-03-04T13:15:00Z',
	},
	tab_type: { about: 'Tab of the list.' },
	tab: { about: 'Tab of the filter or setting.' },
	tabs: { about: 'Tabs to return.' },
	operation: { about: 'Direction (short or long). Default: that of the tab or filter.' },
	timeframes: {
		'/api/charts': { about: 'Timeframes of the bars, by name or code.' },
		'/api/script-params': { about: 'Timeframes whose parameters to return, by name or code. Default: all.' },
		'/': {
			about: "A strategy's three timeframes, in any order, by name or code. Default: the first strategy.",
			example: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
		},
	},
	timeframe: { about: 'Timeframe, by name or code.' },
	filter: FILTER_ID,
	sectors: { about: 'Sectors that count towards the rate. Default: the four of the tab.' },
	algo: { about: 'reverse: reports of past moves; forecast: predictions.' },
	extended: { about: 'true: also pre-market and after-hours bars, without options and depths; no effect on 1d.' },

	// ---- what a list leaves out, and its order
	list_type: { about: 'white_list: all but frozen tickers; black_list: frozen tickers; favorites: favourites.' },
	ticker_type: {
		about: 'Ticker types. Default: stocks; all types for favourites, frozen tickers and watchlists.',
		example: 'etf',
	},
	watchlist: { about: 'Id of a watchlist of the caller: only its tickers.', example: 1 },
	exclude: { about: 'Ids of tickers to leave out.', example: 1 },
	marketcap: { about: 'Market cap tiers. Default: all.' },
	cap: { about: 'Market cap tier.' },
	information: { about: 'Only tickers with a filing, without one, or with either known.' },
	pne: { about: 'Ranges of mentions in the last 24 hours.' },
	pe_ticker_range: { about: 'Ranges of the number of mentions in the interval.' },
	new_leaders: { about: "true: only tickers that weren't in the list of the previous report." },
	sort_by: {
		'/api/sector-charts': {
			about: 'First sort key: the weighted sum of these sectors, at most five. Needs an operation and no sort_column.',
		},
		'/': { about: 'Sort key.' },
	},
	extra_sort_by: { about: 'Second sort key, in the same form as sort_by.' },
	sort_column: { about: 'First sort key: a table column; unknown values come last. Not together with sort_by.' },
	sort_dir: { about: 'Sort direction.' },
	rows: { about: 'true: include the values that table rows show in addition to a card.' },
	skip: { about: 'Number of items to skip.', example: 0 },
	max: { about: 'Page size.', example: 10 },
	size: { about: 'Number of table rows.', example: 15 },
	first: { about: 'Number of tickers to name in each group, and of top places to compare.', example: 5 },
	order: {
		about: "The ticker's place when it was opened, from 1. If the ticker has left the list, its neighbours are those around this place.",
		example: 3,
	},
	use_filters: { about: 'true: only tickers that match the tab, the filter and the other conditions.' },
	scope: { about: 'Scope of freezing: under the filter, in the lists of the tab, or everywhere.' },
	group: {
		about:
			'white_list: all but those frozen everywhere; black_list: those frozen everywhere; favorites: favourites. Default: every ticker.',
	},
	columns: { about: 'Columns to return, in this order, after those that identify the row. Default: all.' },
	format: {
		'/api/imports': { about: 'Type of the file. Default: detected.' },
		'/oembed': { about: 'Format of the response.' },
		'/': { about: 'Format of the file.' },
	},

	// ---- tickers on other sites
	theme: { about: "Colour scheme; auto follows the reader's system." },
	url: { about: "Address of a ticker's page, or of its card, on this site.", example: 'http://localhost:8080/ticker/1' },
	maxwidth: { about: 'Maximum width of the frame in pixels.', example: 320 },
	dnt: { about: 'Has no effect: readers are never tracked.', example: '1' },
	maxheight: { about: 'Maximum height of the frame in pixels.', example: 400 },

	// ---- tickers
	ticker_id: TICKER_ID,
	tickers: { about: 'Ids of the tickers.', example: 1 },
	ids: { about: 'Ids of tickers; unknown ones are ignored.', example: 1 },
	ticker: {
		'/api/parameters': { about: 'Symbol of a ticker, or its permanent id.', example: 'ABCD' },
		'/api/script-params': { about: 'Symbol of a ticker, or its permanent id.', example: 'ABCD' },
		'/': { about: 'Symbol of a ticker.', example: 'ABCD' },
	},
	part: {
		'/api/tickers': { about: 'Start of a symbol, or part of a name. Default: all tickers.', example: 'AB' },
		'/': {
			about:
				"Part of a saved filter's record. before: reports before it was saved or not published live; since: live reports since then. Default: both.",
		},
	},

	// ---- top tables, attention and breadth
	category: {
		'/api/sector-analysis': { about: 'Sector whose breadth to return.' },
		'/': { about: 'Ranking of the table.' },
	},
	categories: { about: 'Tables to return.' },
	interval: {
		'/api/imports': { about: 'Length of a bar in minutes, or a day. Default: detected from the file.' },
		'/api/sector-analysis': { about: 'Timeframe whose breadth to return.' },
		'/': { about: 'Period that the table measures.' },
	},
	type: { about: 'Ticker type.' },
	is_approximated: { about: 'true: projection for the whole interval from its usual course; false: the count so far.' },
	source: {
		'/api/wait-list': { about: 'Source of the sign-up.' },
		'/': { about: 'Source of mentions. Default: all sources added up.' },
	},
	with_retweets: { about: 'true: count reposts as well.' },
	capitalization_from: {
		about: 'Minimum market cap in dollars, inclusive; tickers without a known market cap are left out.',
		example: 2_000_000_000,
	},
	capitalization_to: {
		about: 'Maximum market cap in dollars, inclusive; tickers without a known market cap are left out.',
		example: 10_000_000_000,
	},
	key: {
		about: 'Key of a breadth: sector, timeframe, market cap tier and ticker type.',
		example: 'price_short-one_hour-all-stocks',
	},
	depth: { about: 'Minimum depth.', example: 1 },

	// ---- spans of time
	from: {
		'/api/signal-search-parts': { about: 'First instant, in UTC, inclusive.', example: '2026-01-02T14:30:00Z' },
		'/api/indicators': { about: 'First instant of the reports to read, in UTC, inclusive.', example: '2026-01-02T14:30:00Z' },
		'/api/charts': {
			about: 'First New York date. Default: as many calendar days before the last date as a chart of the timeframe shows.',
			example: '2026-01-02',
		},
		'/api/sector-charts/{id}/trail': { about: 'First New York date. Default: 60 sessions before the last date.', example: '2026-01-02' },
		'/': { about: 'First New York date, inclusive.', example: '2026-01-02' },
	},
	to: {
		'/api/signal-search-parts': { about: 'Last instant, in UTC, inclusive.', example: '2026-03-04T21:00:00Z' },
		'/api/indicators': { about: 'Last instant of the reports to read, in UTC, inclusive.', example: '2026-03-04T21:00:00Z' },
		'/': { about: 'Last New York date, inclusive. If optional, default: today.', example: '2026-03-04' },
	},

	// ---- research
	conditions: {
		'/api/indicators': { about: 'Conditions that must all hold: sector, timeframe and minimum depth.', example: 'volume.one_hour.3' },
		'/': {
			about: 'Conditions that must all hold, instead of a saved filter: sector, timeframe and minimum depth.',
			example: 'volume.one_hour.3',
		},
	},
	groups: {
		about: 'Groups that must also hold: all(...), any(...) or none(...) of conditions, ranges, information.with and industry.Software.',
		example: 'any(volume.one_hour.3,price.10-50)',
	},
	sector_types: { about: 'Sectors, of which at least one matched.' },
	horizons: { about: 'Horizon: number of bars after which the outcome is measured.', example: 4 },
	entry: { about: 'Entry at the open of the first slot after the report, or of the first session.' },
	horizon: { about: 'Latest exit: number of bars after the report.', example: 5 },
	stop: { about: 'Typical moves of the ticker over the horizon against the direction at which it is closed. Default: never.', example: 1 },
	leaves: { about: 'Also close at the first open after the first report in which the ticker has left the list.' },
	cooldown: { about: "Number of bars after an occurrence in which the same ticker doesn't count again.", example: 4 },
	outcome: { about: 'all: every occurrence; hits, losers: completed ones, by outcome; open: those not completed yet.' },
	task: { about: 'Id of a search.', example: 7 },

	// ---- path parameters
	id: {
		'/api/alerts/': describeNumber('an alert'),
		'/api/announcements/': describeNumber('an announcement'),
		'/api/confirm/': describeUuid('an address confirmation, from its mail'),
		'/api/contact-letters/': describeUuid('a contact message'),
		'/api/decisions/': describeNumber('a decision'),
		'/api/deliveries/': describeUuid('a delivery'),
		'/api/filters/': FILTER_ID,
		'/api/hubs/': { about: 'Secret id of the connection, from its negotiation.', example: 'Zm9vYmFyYmF6' },
		'/api/imports/': describeUuid('an uploaded file'),
		'/api/invitations/': describeUuid('an invitation'),
		'/api/jobs/': describeUuid('a job'),
		'/api/landing/': TICKER_ID,
		'/api/list-mails/': describeNumber('a scheduled list'),
		'/api/me/channels/': describeUuid('a message channel'),
		'/api/me/keys/': describeUuid('a personal key'),
		'/api/me/second-factor/passkeys/': { about: 'Credential id of a passkey, as its authenticator created it.', example: 'pk-7f3a' },
		'/api/me/sessions/': describeUuid('a session'),
		'/api/messages/': describeNumber('a message'),
		'/api/outbox/': { about: 'Name of a mail in the outbox folder.', example: '2026-03-04T14-45-00-000Z-1' },
		'/api/password-recovery/': describeUuid('a password recovery, from its mail'),
		'/api/payment-notices/': describeUuid('a payment notification'),
		'/api/preview/': describeUuid('a picture or video'),
		'/api/products/': describeUuid('a plan'),
		'/api/script-params/': describeNumber('a parameter'),
		'/api/sector-charts/': TICKER_ID,
		'/api/signal-search-parts/': describeNumber('an occurrence'),
		'/api/signal-search-tasks/': { about: 'Id of a search.', example: 7 },
		'/api/subscription/': describeUuid('a subscription'),
		'/api/tickers/': TICKER_ID,
		'/api/watchlists/': describeNumber('a watchlist'),
		'/api/user-settings/': TICKER_ID,
		'/api/users/': describeUuid('an account'),
	},
	listing: { about: 'Symbol, in any spelling, with or without its exchange.', example: 'NASDAQ:AAPL' },
	idOrCode: { about: 'Id of an order, or its code.', example: 'H7KQ2MXR' },
	batch: describeNumber('a batch, from the ledger'),
	order_id: describeUuid('an order'),
	session: describeUuid('a session'),
	email: { about: 'Address on the wait-list.', example: 'ann@example.com' },
	name: { about: 'Secret id of a feed, as shown to its owner.', example: 'k3J9sQmV.atom' },
	provider: { about: 'Sign-in provider.', example: 'google' },
	token: { about: 'Token from the link in the mail.', example: 'k3J9sQmV' },

	// ---- administrators' lists
	q: { about: 'Search text: words, or the start of a name, number or address.', example: 'ann@' },
	kind: { about: 'Kinds to return. Default: all.' },
	state: {
		'/api/oauth': { about: 'Opaque value known only to the browser; the provider returns it unchanged.', example: 'n4bQgYhMfWWaL' },
		'/': { about: 'State to return. Default: all.' },
	},
	status: { about: 'State to return. Default: all.' },
	role: { about: 'Role of the accounts. Default: all.' },
	channel: { about: 'Delivery channel. Default: all.' },
	actor: { about: "Start of the actor's address.", example: 'ann@' },
	act: { about: "Start of the action's name.", example: 'user.' },
	target: {
		'/api/indicators': { about: 'The same for the direction. Default: never.', example: 1.5 },
		'/': { about: "Start of the target's name.", example: 'ben@' },
	},
	payment_method: { about: 'Payment method, as the provider names it.', example: 'Credit Card' },
	dealt_with: { about: "true: only messages that are done; false: only those that aren't. Default: all." },
	unread: { about: 'true: only unread messages; false: only read ones. Default: all.' },
	is_favorite: { about: 'true: only filters with alerts on; false: only those with alerts off. Default: all.' },
	explain: { about: 'true: where there is no forecast, 200 with the reasons in `missing` instead of 204. Default: false.' },
	own: { about: "true: only the administrator's own orders instead of all orders." },
	Email: { about: 'Part of an address.', example: 'ann@' },
	Source: { about: 'Source of the sign-up.' },
	From: { about: 'First New York date, inclusive.', example: '2026-01-02' },
	To: { about: 'Last New York date, inclusive.', example: '2026-03-04' },

	// ---- how to read a file of market data
	zone: {
		about: "Time zone of times without an offset: 'new-york', 'utc' or an IANA name. Default: detected from the file, otherwise New York.",
		example: 'America/Chicago',
	},
	stamp: { about: "Whether a bar's time is its start or its end. Default: detected from the file." },
	dates: { about: 'Order of day, month and year in dates such as 7/8/2024 or 24-07-08. Default: detected from the dates.' },
	symbol_from: { about: 'Where symbols are: in the folder, in the file name, or in a column. Default: detected.' },
	symbol: { about: 'Symbol of every row; overrides file names and columns.', example: 'ABCD' },
	as_of: { about: 'Date of the share counts in company lists. Default: today.', example: '2026-03-04' },
	table: { about: 'Number of the table in the file, from 0.', example: 0 },
	refused: { about: 'true: only rejected rows.' },

	// ---- authentication, connections and files
	captcha: { about: 'Response of the captcha; needed if a captcha is configured.', example: '0.Yx3k9' },
	redirect_url: { about: 'Page of this site to which the provider redirects.', example: 'https://signals.example.com/oauth/google' },
	strict: { about: 'true: respond with 503 while degraded, too.' },
	host: { about: 'Host of the page that the card is for.', example: 'signals.example.com' },
	video: { about: 'true: the video; false: the picture.' },
	negotiateVersion: { about: "Version of SignalR's negotiation.", example: '1' },
	useStatefulReconnect: { about: 'Sent by the client; ignored, because connections are never resumed.', example: 'false' },
	_: { about: 'Any value; prevents caching.', example: '1772635500000' },
	range: { about: 'Byte range of the file.', example: 'bytes=0-1023' },
	'if-range': { about: 'Return the range only if the file is unchanged; otherwise the whole file.', example: '"a1b2c3"' },
	'if-match': { about: '412 if the file is a different one.', example: '"a1b2c3"' },
	'if-none-match': { about: '304 if the file is unchanged.', example: '"a1b2c3"' },
	'if-modified-since': { about: "304 if the file hasn't changed since.", example: 'Wed, 04 Mar 2026 14:45:00 GMT' },
	'if-unmodified-since': { about: '412 if the file has changed since.', example: 'Wed, 04 Mar 2026 14:45:00 GMT' },
};

/** Returns the description of a parameter of the call with this path; undefined without one. */
export function describeParameter(name: string, path: string): ParameterDescription | undefined {
	const entry = Object.hasOwn(PARAMETER_DESCRIPTIONS, name) ? PARAMETER_DESCRIPTIONS[name] : undefined;
	if (!entry || isSingleDescription(entry)) return entry;
	const matches = Object.entries(entry).filter(([start]) => path.startsWith(start));
	return matches.sort(([a], [b]) => b.length - a.length)[0]?.[1];
}

function isSingleDescription(entry: ParameterDescription | ByPath): entry is ParameterDescription {
	return typeof (entry as ParameterDescription).about === 'string';
}
