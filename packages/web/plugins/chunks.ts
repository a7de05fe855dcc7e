/**
 * Which modules share a file that browsers load. Left alone, each set of pages that shares a module gets a file of its own: thirty-five for one page.
 * A module used by one page stays in that page's file, and what is loaded on demand in its own. The first matching group takes a module with all its
 * imports that no earlier group took, so the lowest layers come first.
 */
const shared = { minShareCount: 2 };
const within = (folders: string): RegExp => new RegExp(`[\\\\/](?:${folders.replaceAll('/', '[\\\\/]')})`);

/** Of pages with forms. */
const FORMS = 'forms/|access/(?:form|account)|captcha-script';
/** Of pages that are no lists. */
const PARTS =
	'(?:columns|confirm|data-table|page-buttons|panel|record/(?:horizon|record\\.module|saved|statistics|words)|progress|scrolls|settings-pa|shown-once|sure|toggles|form\\.module|labelled|needs-licence)|session/(?:browser-of|unconfirmed)';

/** Of a ticker's own pages. */
const TICKERS = 'ticker/(?:links|place|ranges|reading-of|sector-name|ticker-wheel|timeframe-label)|dotted|update-snack';

/** What the administration alone takes from the domain. */
const OPERATORS = 'access/job';

/** Rules of the domain that pages with forms and records use, and no list. */
const RULES = 'filters/(?:entries|filter-name)|reports/place|statistics/';

/** Of what the crowd talks about, and of how wide a move is: the pages that show it ask for it. */
const CROWD = 'mentions/|attention/';

/** Of orders and plans. */
const BILLING = 'billing/|format/money|session/use-licence-changed';

/** Of lists and tables of tickers: neither a ticker's page nor one of settings shows them. */
const CARDS = 'signals/wheel/merge|filters/filter-query|reports/licence-gate|(?:still-link|use-long-press)[.]';

/** Of readers with a licence. */
const TRADERS =
	'filters/leaning|frozen/freeze|list-state/(?:choices|layout)|readings/(?:use-)?changes|record/luck|stars/(?:favorites|stars)';

/** Of pages that write filters and show messages. */
const INBOX = 'ui/(?:switch|primary)|entities/(?:filters/(?:list-of|switch-feed)|inbox/(?:channel-|delivery-|push-)|ticker/opened-link)';

const GROUPS = [
	/** React, router, queries: what changes with their versions alone. */
	{ name: 'framework', test: /node_modules|rolldown[\\/]runtime/, tags: ['$initial' as const] },
	/** The frame of every page, and the parsing of its address. */
	{ name: 'shell', tags: ['$initial' as const] },
	/** Fetched when a report comes. */
	{ name: 'pill', test: within('ui/pill-'), ...shared },
	/** Of target lists, messages and the settings of both. */
	{ name: 'inbox', test: within(INBOX), ...shared },
	{
		name: 'common',
		test: within(
			`charts/wheel/(?!card-|glyph-|detail-)|(?:ui|entities|lib|domain/src|contract/src)/(?!${FORMS}|${PARTS}|${TRADERS}|${TICKERS}|${RULES}|${OPERATORS}|${CROWD}|${BILLING}|${CARDS}|detail-|record/|administration/)`,
		),
		...shared,
	},
	{ name: 'cards', test: within(`charts/(?:wheel/(?:card|glyph)-|sparkline)|(?:ui|entities|domain/src)/(?:${CARDS})`), ...shared },
	{ name: 'attention', test: within(`entities/mentions|domain/src/attention|features/(?:breadth|mentions)/|charts/runs`), ...shared },
	/** What traders' lists and tickers share, and a visitor's list does without. */
	{ name: 'traders', test: within(`(?:ui|entities)/(?:${TRADERS})`), ...shared },
	/** The large wheel: of tickers, and of the legend that is opened. */
	{ name: 'wheel', test: within('charts/wheel'), ...shared },
	/** Several questions at once, and what changes something: of the pages that have tables, and of the account's. */
	{ name: 'queries', test: within('node_modules/'), ...shared },
	{ name: 'parts', test: within(`(?:ui|entities|pages)/(?:${PARTS})`), ...shared },
	/** What pages say of a record that the ticker's own page, which shows it in short, does not. */
	{ name: 'record', test: within('entities/record'), ...shared },
	{ name: 'forms', test: within(`(?:ui|lib|domain/src)/(?:${FORMS})`), ...shared },
	/** What the pages of the administration share. */
	{ name: 'administration', test: within(`(?:entities/administration|features/admin-|domain/src/${OPERATORS})`), ...shared },
	{ name: 'accounts', test: within('features/accounts'), ...shared },
	/** The page of plans and the profile. */
	{ name: 'plans', test: within(`features/plans|(?:entities|lib|domain/src)/(?:${BILLING})`), ...shared },
	/** What pages that write filters share without their editor. */
	{ name: 'conditions', test: within('domain/src/filters/(?:entries|conditions-since)'), ...shared },
	{ name: 'filters', test: within('features/filters/(?!filter-sheet)'), ...shared },
	{
		name: 'ticker',
		test: within(`entities/${TICKERS}|features/(?:ticker|why)|charts/(?!trail|validation)|pages/(?:load-ticker|ticker)`),
		...shared,
	},
	/** Below a ticker's first screen, and on its pages of history and validation. */
	{ name: 'ticker-panels', test: within('features/(?:history|validation)|charts/(?:trail|validation)'), ...shared },
	{ name: 'messages', test: within('features/messages'), ...shared },
	{ name: 'list', test: within('features/signals/visitor-list|pages/desk\\.tsx'), ...shared },
	{ name: 'tops', test: within('features/tops'), ...shared },
	/** Traders' lists: on pages that visitors read, too, it is fetched for traders alone (pages/desk.tsx). */
	{ name: 'desk', ...shared },
];

export const chunkGroups = GROUPS.map((group, i) => ({ ...group, priority: GROUPS.length - i }));
