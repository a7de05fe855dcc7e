/*
 * Decides which modules share a script file. By default, the bundler writes a file for each combination of pages: up to 35 files for one page.
 * A module used by only one page stays in the page's file; a module loaded on demand keeps its own. The first matching group includes a module
 * and its imports, except imports of earlier groups, so the lowest layers come first.
 */

/** Restricts a group to modules that at least two entry points use. */
const shared = { minShareCount: 2 };

/** Creates a pattern for module paths. `folders`: alternative folders or file name prefixes as a pattern, with forward slashes. */
function pathPattern(folders: string): RegExp {
	return new RegExp(`[\0\\\\/](?:${folders.replaceAll('/', '[\\\\/]')})`);
}

/** Optional subfolder of ui. */
const SUBFOLDER = '(?:(?:content|controls|dialogs|report|snackbars|states)/)?';

/** For pages with forms. */
const FORMS = 'confirm-|copy[.-]|shown-once|forms/|access/(?:form|account)|captcha-script';
/** For pages without lists. */
const PARTS =
	'(?:data-table|page-buttons|record/(?:horizon|record\\.module|saved|statistics|words)|settings-pa|labelled|needs-licence)|session/(?:browser-of|site-query|unconfirmed)';

/** For the pages of one ticker. */
const TICKERS = 'ticker/(?:links|place|ranges|reading-of|sector-name|ticker-wheel|timeframe-label)|dot-separated';

/** Domain modules used only by the administration. */
const ADMINISTRATION = 'access/job';

/** Domain rules used by pages with forms and records, but by no list. */
const RULES = 'filters/(?:entries|filter-name|filter-query|group|industries|industry-|range-)|reports/place|statistics/';

/** For mentions and breadth: loaded by the pages that show them. */
const ATTENTION = 'mentions/|attention/';

/** For orders and plans. */
const BILLING = 'billing/|format/money';

/** For lists and tables of tickers; not for ticker pages and settings. */
const CARDS = 'signals/wheel/merge|reports/licence-gate|(?:static-link|use-long-press)[.]';

/** Menus of links to other sites and to comparisons: loaded when a reader opens them. */
const LINKS = 'compare/compare-link|ticker-links/|prices/(?:ticker-link|symbol)';

/** Loaded when a list shows a past report, or a watchlist is chosen. */
const PAST = 'archived-(?:words|lines)';
const WATCHLISTS = 'watchlists/';

/** Replication of published effects: for its page and the administration. */
const REPLICATION = 'replication/';

/** Forms for alerts and decisions: loaded by their own pages, and elsewhere when a form opens. */
const ALERTS = 'alerts/|decisions/|research/decision';

/** Comparison of tickers: loaded by pages that link to it. */
const COMPARE = 'compare/';

/** For readers with a licence. */
const TRADERS =
	'filters/leaning|frozen/(?:freeze|words)|list-state/(?:choices[.]|layout|missing-)|readings/(?:use-)?changes|stars/(?:favorites|stars|symbols)|use-was-near|popover[.]tsx|archived-notice[.]tsx';

/** For pages that edit filters or show messages. */
const INBOX =
	'ui/(?:controls/)?(?:switch|primary)|domain/src/inbox/|entities/(?:filters/(?:filter-list-state|switch-feed)|inbox/(?:channel-|delivery-|push-)|ticker/opened-link)';

const GROUPS = [
	/** React, the router and the query library, which change only with their versions. */
	{ name: 'framework', test: /node_modules|rolldown[\\/]runtime/, tags: ['$initial' as const] },
	/** The frame of every page, and the parsing of URLs. */
	{ name: 'shell', tags: ['$initial' as const] },
	/** Loaded when a new report appears. */
	{ name: 'pill', test: pathPattern('ui/report/pill-'), ...shared },
	/** For target lists, messages and their delivery settings. */
	{ name: 'inbox', test: pathPattern(INBOX), ...shared },
	/** Includes the plural rules of the page's language, because most translated texts need them. */
	{
		name: 'common',
		test: pathPattern(
			`virtual:plural-rules|charts/wheel/(?!card-|glyph-|detail-)|(?:ui|entities|lib|domain/src|contract/src)/(?!${SUBFOLDER}(?:${FORMS}|${PARTS}|${TRADERS}|${TICKERS}|${RULES}|${ADMINISTRATION}|${ATTENTION}|${BILLING}|${CARDS}|${LINKS}|${PAST}|${WATCHLISTS}|${REPLICATION}|${ALERTS}|${COMPARE}|own-data/|detail-|format/screen-dates|use-was-near|list-state/choices-words|record/|administration/))`,
		),
		...shared,
	},
	{
		name: 'cards',
		test: pathPattern(`charts/(?:wheel/(?:card|glyph)-|sparkline)|(?:ui|entities|domain/src)/${SUBFOLDER}(?:${CARDS})`),
		...shared,
	},
	{ name: 'attention', test: pathPattern(`entities/mentions|domain/src/attention|features/(?:breadth|mentions)/|charts/runs`), ...shared },
	/** Shared by traders' lists and ticker pages; not needed by visitors' lists. */
	{ name: 'traders', test: pathPattern(`(?:ui|entities|lib)/${SUBFOLDER}(?:${TRADERS})`), ...shared },
	/** The large wheel, for ticker pages and the expanded legend. */
	{ name: 'wheel', test: pathPattern('charts/wheel'), ...shared },
	/** Query library code for parallel queries and mutations, used by pages with tables and by account pages. */
	{ name: 'queries', test: pathPattern('node_modules/'), ...shared },
	{ name: 'parts', test: pathPattern(`(?:ui|entities|pages)/${SUBFOLDER}(?:${PARTS})`), ...shared },
	/** Loaded after the first screen of pages with a record. */
	{ name: 'record-information', test: pathPattern('entities/record/(?:information|meanings)'), ...shared },
	/** Parts of the record for pages with a full record. The ticker page has only a short record. */
	{ name: 'record', test: pathPattern('entities/record/(?!backtest-|rule-form|curve|filter-|information-|meanings)'), ...shared },
	/** The record of a filter, with the button that opens its back-test. */
	{ name: 'filter-record', test: pathPattern('entities/record/(?:filter-|backtest-button)'), ...shared },
	{ name: 'forms', test: pathPattern(`(?:ui|lib|domain/src)/${SUBFOLDER}(?:${FORMS})`), ...shared },
	{ name: 'past', test: pathPattern(`ui/report/${PAST}`), ...shared },
	{ name: 'watchlists', test: pathPattern(`entities/${WATCHLISTS}`), ...shared },
	{ name: 'replication', test: pathPattern(`entities/${REPLICATION}`), ...shared },
	/** Replaces lists with prices that the reader is not allowed to see. */
	{ name: 'own-data', test: pathPattern('entities/own-data/'), ...shared },
	{ name: 'links', test: pathPattern(`(?:entities|domain/src)/(?:${LINKS})`), ...shared },
	{ name: 'alerts', test: pathPattern(`(?:entities|domain/src)/(?:${ALERTS})`), ...shared },
	/** Shared by the administration pages. */
	{ name: 'administration', test: pathPattern(`(?:entities/administration|features/admin-|domain/src/${ADMINISTRATION})`), ...shared },
	{ name: 'accounts', test: pathPattern('features/accounts'), ...shared },
	/** For the plans page and the profile. */
	{ name: 'plans', test: pathPattern(`features/plans|(?:entities|lib|domain/src)/(?:${BILLING})`), ...shared },
	/** Shared by pages that edit filters, without the editor. */
	{ name: 'conditions', test: pathPattern('domain/src/filters/(?:entries|filter-record|group)'), ...shared },
	/** Number ranges and industries: for the filter editor, and for a table's column menus, which open on demand. */
	{ name: 'ranges', test: pathPattern('filters/(?:range-|industries|industry-)'), ...shared },
	{ name: 'filters', test: pathPattern('features/filters/(?!filter-sheet)'), ...shared },
	{
		name: 'ticker',
		test: pathPattern(
			`(?:entities|ui)/${SUBFOLDER}(?:${TICKERS})|features/(?:ticker|why)|charts/(?!trail|validation|lines|new-chart|token-colours)|pages/(?:load-ticker|ticker)`,
		),
		...shared,
	},
	/** Drawing code of price charts: loaded together with the chart library. */
	{ name: 'charts', test: pathPattern('charts/(?:lines|new-chart|token-colours)'), ...shared },
	/** For the panels below a ticker's first screen, and for its history and validation pages. */
	{ name: 'ticker-panels', test: pathPattern('features/(?:history|validation)|charts/(?:trail|validation/(?!excess-curve))'), ...shared },
	/** For the panels below the first screen of a validation. */
	{ name: 'record-curve', test: pathPattern('entities/record/curve|charts/validation/excess-curve'), ...shared },
	{ name: 'messages', test: pathPattern('features/messages'), ...shared },
	{ name: 'list', test: pathPattern('features/signals/visitor/visitor-list|pages/workspace\\.tsx'), ...shared },
	{ name: 'tops', test: pathPattern('features/tops'), ...shared },
	/** For the selection and the card viewer, loaded when a reader opens them. */
	{ name: 'selection', test: pathPattern('features/signals/shared/selection-words'), ...shared },
	/** For the table and the active choices, loaded on demand. */
	{ name: 'columns', test: pathPattern('features/signals/shared/column-words'), ...shared },
	/** For the landing page and a visitor's refused choices. */
	{ name: 'visitor', test: pathPattern('features/signals/visitor/visitor-words'), ...shared },
	/** Traders' lists. On pages that visitors can open, only traders load them (pages/workspace.tsx). */
	{ name: 'workspace', ...shared },
];

export const chunkGroups = GROUPS.map((group, i) => ({ ...group, priority: GROUPS.length - i }));
