import type { DeliveryTime } from '@sw/domain/inbox/delivery';
import type { MessageService } from '@sw/domain/inbox/message-channel';

/** Texts of alert delivery. */
export const words = {
	title: 'Delivery',
	lead: 'Choose how filter alerts reach you. Every alert also stays in this inbox.',
	when: 'When',
	times: {
		at_once: { label: 'Immediately', detail: 'with each report that changes a list' },
		hourly: { label: 'Hourly', detail: 'collected, on the hour' },
		at_close: { label: 'At the close', detail: 'one message a day, after the close' },
		before_open: { label: 'Before the open', detail: 'one message a day, before the open' },
	} satisfies Record<DeliveryTime, { label: string; detail: string }>,
	quiet: 'Quiet hours',
	quietDetail: 'alerts are held until they end',
	from: 'from',
	to: 'to',
	zone: 'Time zone',
	setZone: (zone: string) => `Use ${zone}`,
	maxPerDay: 'Daily limit',
	maxPerDayHint: 'per channel; the rest waits for the next day',
	coolDown: 'Cool-down',
	coolDownHint: 'of market time before a ticker that returns is reported again',
	coolDowns: (minutes: number) =>
		minutes === 0
			? 'none'
			: minutes < 60
				? `${minutes} minutes`
				: minutes === 390
					? '1 session'
					: `${minutes / 60} ${minutes === 60 ? 'hour' : 'hours'}`,
	onlyFavourites: 'Favourites only',
	onlyFavouritesDetail: 'no alerts for other tickers',
	test: 'Send test',
	testNamed: (channel: string) => `Send test by ${channel.toLowerCase()}`,
	sending: 'Sending...',
	browsers: 'Browsers with push alerts',
	browsersFailed: 'Couldn’t load your browsers.',
	forget: 'Remove',
	forgetNamed: (browser: string) => `Remove ${browser}`,
	browserSince: (at: string) => `since ${at}`,
	noWebhook: 'your own endpoint',
	webhookFailed: 'Couldn’t load your webhook address.',
	setWebhook: 'Set address',
	otherWebhook: 'Change address or secret',
	removeWebhook: 'Remove',
	url: 'Address',
	urlHint: 'https, publicly reachable',
	secret: 'Signing secret',
	secretOnce: 'Save it now; it won’t be shown again. Each request is signed with it (webhook-id, webhook-timestamp, webhook-signature).',
	failures: (n: number) => `${n} failed ${n === 1 ? 'attempt' : 'attempts'} since the last successful delivery.`,
	filterAlerts: 'Filters with alerts',
	filtersFailed: 'Couldn’t load filters.',
	noFilters: 'No saved filters yet.',
	toFilters: 'Go to filters',
	saved: 'Changes are saved automatically.',
	failed: 'Something went wrong',
	loadFailed: 'Couldn’t load delivery settings.',
	retry: 'Try again',
} as const;

/** Texts about push in this browser. */
export const pushWords = {
	states: {
		unknown: 'this browser: ...',
		unsupported: 'not supported in this browser',
		denied: 'this browser: blocked in its site settings',
		off: 'this browser: off',
		on: 'this browser: on',
		outdated: 'this browser: add it again',
	},
	add: 'Turn on in this browser',
	remove: 'Turn off in this browser',
	refused: 'The browser denied permission for push alerts.',
} as const;

/** Texts of scheduled lists by mail. */
export const listMailWords = {
	title: 'Lists by mail',
	lead: 'Each trading day, with the report of that time.',
	empty: 'Get a ranked list by mail each trading day: choose a list and a time.',
	noLicence: 'Scheduled lists need a plan.',
	failed: 'Couldn’t load your scheduled lists.',
	full: (allowed: number) => `You have scheduled ${allowed} lists. Delete one to add another.`,
	table: 'Your scheduled lists',
	scheduledList: (list: string, slot: string) => `${list}, ${slot} ET`,
	next: (at: string) => `next ${at}`,
	remove: (list: string, slot: string) => `Delete scheduled list: ${list}, ${slot} ET`,
	removeShort: 'Delete',
	list: 'List',
	tabs: 'Tabs',
	filters: 'Saved filters',
	slot: 'Time of the report, New York',
	slotHint: 'After an early close, the last report of the day.',
	add: 'Schedule list',
} as const;

/** Texts about message channels. */
export const appWords = {
	hints: {
		ntfy: 'Address of your topic, such as https://ntfy.sh/my-topic.',
		gotify: 'Your server’s address and the token of one of its applications.',
		telegram: 'You get a code to send to this site’s bot.',
		discord: 'In Discord: Edit Channel, Integrations, Webhooks, Copy Webhook URL.',
		slack: 'In Slack: the URL of an incoming webhook.',
	} satisfies Record<MessageService, string>,
	detail: 'ntfy, Gotify, Telegram, Discord, Slack',
	list: 'Connected apps',
	loadFailed: 'Couldn’t load your apps.',
	none: 'No apps connected yet.',
	count: (n: number, allowed: number) => `${n} of ${allowed} connected`,
	add: 'Connect an app',
	connect: 'Connect',
	service: 'Service',
	noBot: 'The operator hasn’t set up a Telegram bot.',
	address: 'Address',
	token: 'Access token',
	tokenHint: 'only for a protected topic',
	appToken: 'Application token',
	name: 'Name',
	nameHint: 'optional, to distinguish channels',
	linking: (until: string) => `Waiting for the code, until ${until}`,
	since: (at: string) => `since ${at}`,
	failures: (n: number) => `${n} failed ${n === 1 ? 'attempt' : 'attempts'} since the last successful delivery.`,
	stopped: (at: string, why: string) => `Stopped ${at}: ${why}`,
	resume: 'Resume',
	resumeNamed: (name: string) => `Resume ${name}`,
	test: 'Send test',
	testNamed: (name: string) => `Send test to ${name}`,
	sending: 'Sending...',
	remove: 'Remove',
	removeNamed: (name: string) => `Remove ${name}`,
	code: 'Code for the bot',
	codeNote: 'Send this code to this site’s bot in Telegram.',
	openBot: 'Open Telegram',
} as const;
