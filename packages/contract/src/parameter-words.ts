/**
 * What the parameters of all calls mean. A name means the same wherever it stands, so it is said once, by name; where calls differ, by how their path begins.
 * Ranges and allowed values are the schema's; a test asks that every parameter of every call has its words, and every word its parameter.
 */
export interface ParameterWords {
	readonly about: string;
	/** Where the first value of the schema's own list is none; one of a list stands for a list of one. */
	readonly example?: string | number | boolean | readonly string[];
}

const TICKER_ID: ParameterWords = { about: 'Permanent number of a ticker; it stays when the symbol changes.', example: 1 };
const FILTER_ID: ParameterWords = { about: 'Number of a saved filter of the caller, or of one of the house.', example: 12 };
const REPORT_TIME: ParameterWords = {
	about:
		'Time of a report, an instant in UTC: that is the name of the report. The newest one that the caller may open where it may be left out.',
	example: '2026-03-04T14:45:00Z',
};
const NEW_YORK_DATE: ParameterWords = { about: 'A New York calendar date, or an instant that stands for its date.', example: '2026-03-04' };
const UUID = '3f2b8a54-6c1d-4e0f-9a7b-2d5c8e1f4a60';
const identified = (thing: string): ParameterWords => ({ about: `Identifier of ${thing}.`, example: UUID });
const numbered = (thing: string): ParameterWords => ({ about: `Number of ${thing}.`, example: 1024 });

/** By the beginning of a path; the longest that fits holds. */
type ByPath = Readonly<Record<`/${string}`, ParameterWords>>;

export const PARAMETER_WORDS: Readonly<Record<string, ParameterWords | ByPath>> = {
	// ---- which report, and how it is read
	date: {
		'/api/sector-charts': REPORT_TIME,
		'/api/charts/forecast/': { about: 'Time of the forecast report, an instant in UTC.', example: '2026-03-04T21:15:00Z' },
		'/api/landing/table': {
			about: 'Date of the table, or an instant that stands for it; the newest table unless told.',
			example: '2026-03-04',
		},
		'/': NEW_YORK_DATE,
	},
	time: {
		'/api/analysis': { about: 'Date of the table, or an instant that stands for it; the newest table unless told.', example: '2026-03-04' },
		'/api/exchange-info': { about: 'The instant that is asked about, in UTC.', example: '2026-03-04T14:45:00Z' },
		'/api/sector-analysis': REPORT_TIME,
		'/': NEW_YORK_DATE,
	},
	version: { about: 'Version of a report that was corrected, from 1; the newest unless told.', example: 1 },
	since: {
		about: 'Time of the earlier report; the newest one before the later that the caller may open unless told.',
		example: '2026-03-04T14:30:00Z',
	},
	tab_type: { about: 'Tab of the list.' },
	tab: { about: 'Tab that a filter or a setting belongs to.' },
	tabs: { about: 'Tabs whose cards are answered.' },
	operation: { about: 'Direction that is looked for; that of the tab or the filter unless told.' },
	timeframes: {
		'/api/charts': { about: 'Timeframes of the bars, by name or code; several at once.' },
		'/api/script-params': { about: 'Timeframes whose parameters are answered, by name or code; all unless told.' },
		'/': {
			about: 'The three slot timeframes of a strategy, in any order, by name or code; the first strategy unless told.',
			example: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
		},
	},
	timeframe: { about: 'Timeframe, by name or code.' },
	filter: FILTER_ID,
	sectors: { about: 'Sectors whose rings are added up to the rate; the four of the tab unless told.' },
	algo: { about: 'reverse: reports of what has happened; forecast: those of what may come.' },

	// ---- what a list leaves out, and its order
	list_type: { about: 'white_list: all but the frozen; black_list: the frozen; favorites: the starred.' },
	exclude: { about: 'Numbers of tickers to leave out.', example: 1 },
	marketcap: { about: 'Sizes by market capitalization; all unless told.' },
	cap: { about: 'Size by market capitalization.' },
	pne: { about: 'Buckets of mentions in the last 24 hours.' },
	pe_ticker_range: { about: 'Buckets of mentions in the interval.' },
	new_leaders: { about: 'true: only tickers that the list of the report before did not have.' },
	sort_by: {
		'/api/sector-charts': {
			about: 'First key: the weighted sum of these sectors. Not all six; together with an operation, and not with sort_column.',
		},
		'/': { about: 'What the entries are sorted by.' },
	},
	extra_sort_by: { about: 'Second key, as sort_by.' },
	sort_column: { about: 'First key: what stands in this column of the table, unknown values last. Not together with sort_by.' },
	sort_dir: { about: 'Direction of the order.' },
	rows: { about: 'true: with what the rows of a table show beside a card.' },
	skip: { about: 'Entries to leave out at the beginning.', example: 0 },
	max: { about: 'Entries of a page.', example: 10 },
	size: { about: 'Rows of the table.', example: 15 },
	first: { about: 'How many of each are told by name, and of how many the place before.', example: 5 },
	order: {
		about: 'Place at which the ticker stood when it was opened, from 1: once it is gone its neighbours are those around that place.',
		example: 3,
	},
	use_filters: { about: 'true: only those that the tab, the filter and the choices let in.' },
	scope: { about: 'Where freezing counts: under the filter, in the lists of the tab, or everywhere.' },
	group: { about: 'white_list: all but those frozen everywhere; black_list: those; favorites: the starred. Every ticker unless told.' },
	columns: { about: 'Columns of a table, in its order, after what names each row; every column unless told.' },
	format: {
		'/api/imports': { about: 'Kind of the file; found in it unless told.' },
		'/oembed': { about: 'Kind of the answer.' },
		'/': { about: 'Kind of the file.' },
	},

	// ---- tickers on other sites
	theme: { about: "In whose colours it is drawn; auto: those of the reader's system." },
	url: { about: "Address of a ticker's page, or of its card, on this product.", example: 'http://localhost:8080/ticker/1' },
	maxwidth: { about: 'Widest that the frame may be, in pixels.', example: 320 },
	dnt: { about: 'Readers are not to be followed, which nobody does here: it changes nothing.', example: '1' },
	maxheight: { about: 'Highest that the frame may be, in pixels.', example: 400 },

	// ---- tickers
	ticker_id: TICKER_ID,
	tickers: { about: 'Numbers of the tickers.', example: 1 },
	ids: { about: 'Numbers of tickers; those that are not known are left out.', example: 1 },
	ticker: {
		'/api/parameters': { about: 'Symbol of a ticker, or its permanent number.', example: 'ABCD' },
		'/api/script-params': { about: 'Symbol of a ticker, or its permanent number.', example: 'ABCD' },
		'/': { about: 'Symbol of a ticker.', example: 'ABCD' },
	},
	part: {
		'/api/tickers': { about: 'Beginning of a symbol, or part of a name; all tickers unless told.', example: 'AB' },
		'/': {
			about: 'Of a saved filter: before: reports before it was saved, or not published live; since: the live ones since. Both unless told.',
		},
	},

	// ---- top tables, attention and breadth
	category: {
		'/api/sector-analysis': { about: 'Sector whose breadth is meant.' },
		'/': { about: 'What the table ranks by.' },
	},
	categories: { about: 'Tables that are answered.' },
	interval: {
		'/api/imports': { about: 'Minutes of a bar, or a day; found in the file unless told.' },
		'/api/sector-analysis': { about: 'Timeframe whose breadth is meant.' },
		'/': { about: 'Span of time over which the table measures.' },
	},
	type: { about: 'Kind of the instruments.' },
	is_approximated: { about: 'true: what the whole interval comes to by its usual shape; false: what is counted so far.' },
	source: {
		'/api/wait-list': { about: 'Door of the product by which somebody came.' },
		'/': { about: 'Where mentions were counted; all sources added up unless told.' },
	},
	with_retweets: { about: 'true: repeated posts count as well.' },
	capitalization_from: { about: 'Least market capitalization in dollars, included; unknown ones fail.', example: 2_000_000_000 },
	capitalization_to: { about: 'Greatest market capitalization in dollars, included; unknown ones fail.', example: 10_000_000_000 },
	key: {
		about: 'Name of a breadth: sector, timeframe, size and kind of the instruments.',
		example: 'price_short-one_hour-all-stocks',
	},
	depth: { about: 'Least number of rings that counts as standing there.', example: 1 },

	// ---- spans of time
	from: {
		'/api/signal-search-parts': { about: 'First instant, in UTC, included.', example: '2026-01-02T14:30:00Z' },
		'/api/indicators': { about: 'First instant of the reports that are read, in UTC, included.', example: '2026-01-02T14:30:00Z' },
		'/api/charts': {
			about: 'First New York date; as many calendar days before the last as the timeframe is drawn with unless told.',
			example: '2026-01-02',
		},
		'/api/sector-charts/{id}/trail': { about: 'First New York date; 60 sessions before the last unless told.', example: '2026-01-02' },
		'/': { about: 'First New York date, included.', example: '2026-01-02' },
	},
	to: {
		'/api/signal-search-parts': { about: 'Last instant, in UTC, included.', example: '2026-03-04T21:00:00Z' },
		'/api/indicators': { about: 'Last instant of the reports that are read, in UTC, included.', example: '2026-03-04T21:00:00Z' },
		'/': { about: 'Last New York date, included; today where it may be left out.', example: '2026-03-04' },
	},

	// ---- research
	conditions: {
		'/api/indicators': { about: 'Conditions that held at once: sector, timeframe and least rings.', example: 'volume.one_hour.3' },
		'/': {
			about: 'In place of a saved filter: conditions that hold at once, each a sector, a timeframe and least rings.',
			example: 'volume.one_hour.3',
		},
	},
	sector_types: { about: 'Sectors of which one was lit.' },
	horizons: { about: 'Bars of the timeframe after which is measured what happened.', example: 4 },
	cooldown: { about: 'Bars after an occurrence in which the same ticker does not count again.', example: 4 },
	outcome: { about: 'all: every occurrence; hits, losers: those that are over, by their end; open: those that are not over yet.' },
	task: { about: 'Number of a search.', example: 7 },

	// ---- what one path names
	id: {
		'/api/announcements/': numbered('an announcement'),
		'/api/confirm/': identified('a proof of an address, from its mail'),
		'/api/contact-letters/': identified('a letter'),
		'/api/deliveries/': identified('a delivery'),
		'/api/filters/': FILTER_ID,
		'/api/hubs/': { about: 'Secret name of the connection, from its negotiation.', example: 'Zm9vYmFyYmF6' },
		'/api/imports/': identified('a file that was sent'),
		'/api/jobs/': identified('a job'),
		'/api/landing/': TICKER_ID,
		'/api/me/keys/': identified('a personal key'),
		'/api/me/second-factor/passkeys/': { about: 'Identifier of a passkey, as its device gave it.', example: 'pk-7f3a' },
		'/api/me/sessions/': identified('a session'),
		'/api/messages/': numbered('a message'),
		'/api/outbox/': { about: 'Name of a mail in the outbox folder.', example: '2026-03-04T14-45-00-000Z-1' },
		'/api/password-recovery/': identified('a recovery, from its mail'),
		'/api/payment-notices/': identified('a notice'),
		'/api/preview/': identified('a picture or video'),
		'/api/products/': identified('a plan'),
		'/api/script-params/': numbered('a parameter'),
		'/api/sector-charts/': TICKER_ID,
		'/api/signal-search-parts/': numbered('an occurrence'),
		'/api/signal-search-tasks/': { about: 'Number of a search.', example: 7 },
		'/api/subscription/': identified('a subscription'),
		'/api/tickers/': TICKER_ID,
		'/api/user-settings/': { about: 'Number of a filter.', example: 12 },
		'/api/users/': identified('an account'),
	},
	idOrCode: { about: 'Identifier of an order, or its code.', example: 'H7KQ2MXR' },
	order_id: identified('an order'),
	session: identified('a session'),
	email: { about: 'Address on the wait-list.', example: 'ann@example.com' },
	name: { about: 'Secret name of a feed, as its owner was shown it.', example: 'k3J9sQmV.atom' },
	provider: { about: 'Who vouches for the reader.', example: 'google' },
	token: { about: 'What stands in the link of the mail.', example: 'k3J9sQmV' },

	// ---- lists of administrators
	q: { about: 'Words, or the beginning of a name, number or address, that entries must have.', example: 'ann@' },
	kind: { about: 'Kinds of the entries; all unless told.' },
	state: {
		'/api/oauth': { about: 'What comes back from the provider unchanged; known to the browser alone.', example: 'n4bQgYhMfWWaL' },
		'/': { about: 'State of the entries; all unless told.' },
	},
	status: { about: 'State of the entries; all unless told.' },
	role: { about: 'Role of the accounts; all unless told.' },
	channel: { about: 'Way of the deliveries; all unless told.' },
	actor: { about: 'What the address of who acted begins with.', example: 'ann@' },
	act: { about: 'What the name of the act begins with.', example: 'user.' },
	target: { about: 'What the name of whom or what it was done to begins with.', example: 'ben@' },
	payment_method: { about: 'How it was paid, as the provider names it.', example: 'Credit Card' },
	dealt_with: { about: 'true: letters that are dealt with; false: those that are not. All unless told.' },
	unread: { about: 'true: messages that are not read; false: those that are. All unless told.' },
	is_favorite: { about: 'true: only filters with notices on; false: only the others. All unless told.' },
	own: { about: 'true: their own alone, of administrators as well, who see everybody’s otherwise.' },
	Email: { about: 'Part of an address.', example: 'ann@' },
	Source: { about: 'Door of the product by which somebody came.' },
	From: { about: 'First New York date, included.', example: '2026-01-02' },
	To: { about: 'Last New York date, included.', example: '2026-03-04' },

	// ---- how a file of market data is read
	zone: {
		about:
			"Clock of times without an offset: 'new-york', 'utc' or a name of the IANA database. Default: found in the file, otherwise New York.",
		example: 'America/Chicago',
	},
	stamp: { about: 'Whether a bar is stamped by its start or its end; found in the file unless told.' },
	symbol_from: { about: 'Where symbols stand: in the folder, in the name of the file, or in a column; found unless told.' },
	symbol: { about: 'Symbol of every row, instead of what names and columns say.', example: 'ABCD' },
	as_of: { about: 'Day of which the shares in lists of companies are; today unless told.', example: '2026-03-04' },
	table: { about: 'Table of the file, from 0.', example: 0 },
	refused: { about: 'true: only lines that are refused.' },

	// ---- doors, connections and files
	captcha: { about: 'What the captcha gave; needed where one is set up.', example: '0.Yx3k9' },
	redirect_url: { about: 'Page of ours to which the provider sends the reader back.', example: 'https://signals.example.com/oauth/google' },
	strict: { about: 'true: 503 also while anything is wrong.' },
	host: { about: 'Host whose page the card is of.', example: 'signals.example.com' },
	video: { about: 'true: the video; false: the picture.' },
	negotiateVersion: { about: "Version of SignalR's negotiation.", example: '1' },
	useStatefulReconnect: { about: 'Sent by the client; connections are not taken up again.', example: 'false' },
	_: { about: 'Any value: keeps caches from answering.', example: '1772635500000' },
	range: { about: 'Bytes of the file that are wanted.', example: 'bytes=0-1023' },
	'if-range': { about: 'The bytes alone if the file is still this one, else all of it.', example: '"a1b2c3"' },
	'if-match': { about: '412 unless the file is this one.', example: '"a1b2c3"' },
	'if-none-match': { about: '304 if it is still this one.', example: '"a1b2c3"' },
	'if-modified-since': { about: '304 unless it has changed since.', example: 'Wed, 04 Mar 2026 14:45:00 GMT' },
	'if-unmodified-since': { about: '412 if it has changed since.', example: 'Wed, 04 Mar 2026 14:45:00 GMT' },
};

const isOne = (words: ParameterWords | ByPath): words is ParameterWords => typeof (words as ParameterWords).about === 'string';

/** What a parameter of a call means; undefined where nothing is said of it. */
export const wordsOfParameter = (name: string, path: string): ParameterWords | undefined => {
	const words = Object.hasOwn(PARAMETER_WORDS, name) ? PARAMETER_WORDS[name] : undefined;
	if (!words || isOne(words)) return words;
	const fits = Object.entries(words).filter(([start]) => path.startsWith(start));
	return fits.sort(([a], [b]) => b.length - a.length)[0]?.[1];
};
