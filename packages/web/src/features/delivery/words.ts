import type { DeliveryTime } from '@sw/domain/inbox/delivery';

/** Words of how notices of filters leave the product. */
export const words = {
	title: 'Delivery',
	lead: 'How notices of your filters reach you outside this inbox. Everything stands here, whatever is sent.',
	when: 'When',
	times: {
		at_once: { label: 'At once', detail: 'with each report that changes a list' },
		hourly: { label: 'Each hour', detail: 'gathered, at the full hour' },
		at_close: { label: 'At the close', detail: 'one message a day, after the market’s close' },
		before_open: { label: 'Before the open', detail: 'one message a day, before the market opens' },
	} satisfies Record<DeliveryTime, { label: string; detail: string }>,
	quiet: 'Quiet hours',
	quietDetail: 'nothing is sent, it waits here',
	from: 'from',
	to: 'to',
	zone: 'Time zone',
	takeZone: (zone: string) => `Use ${zone}`,
	mostADay: 'At most a day',
	mostADayHint: 'by each way; what is more waits for the next day',
	coolDown: 'Told again after',
	coolDownHint: 'of market time, a ticker that comes back',
	coolDowns: (minutes: number) =>
		minutes === 0
			? 'each time'
			: minutes < 60
				? `${minutes} minutes`
				: minutes === 390
					? 'a session'
					: `${minutes / 60} ${minutes === 60 ? 'hour' : 'hours'}`,
	onlyFavourites: 'Only favourites',
	onlyFavouritesDetail: 'leave out all other tickers',
	test: 'Send a trial',
	testNamed: (channel: string) => `Send a trial by ${channel.toLowerCase()}`,
	sending: 'Sending …',
	browsers: 'Browsers that take pushes',
	browsersFailed: 'Your browsers did not arrive.',
	forget: 'Forget',
	forgetNamed: (browser: string) => `Forget ${browser}`,
	browserSince: (at: string) => `since ${at}`,
	noWebhook: 'an address of your own',
	webhookFailed: 'Your address did not arrive.',
	setWebhook: 'Set address',
	otherWebhook: 'Another address or a new secret',
	removeWebhook: 'Remove',
	url: 'Address',
	urlHint: 'https, within the public internet',
	secret: 'Its secret',
	secretOnce: 'It is shown this once: keep it now. Each post is signed with it (webhook-id, webhook-timestamp, webhook-signature).',
	failures: (n: number) => `${n} ${n === 1 ? 'try' : 'tries'} in vain since the last one that was taken.`,
	senders: 'Filters that send',
	sendersFailed: 'Your filters did not arrive.',
	noSenders: 'You have saved no filter yet.',
	toFilters: 'To the filters',
	saved: 'Saved as you change it.',
	failed: 'Something went wrong',
	loadFailed: 'How notices are delivered did not arrive.',
	retry: 'Try again',
} as const;

/** Words of what a browser says about pushes. */
export const pushWords = {
	states: {
		unknown: 'this browser: …',
		unsupported: 'this browser knows no pushes',
		denied: 'this browser: forbidden in its settings for this site',
		off: 'this browser: not yet',
		on: 'this browser: allowed',
		outdated: 'this browser: has to be added again',
	},
	add: 'Take pushes in this browser',
	remove: 'Not in this browser any more',
	refused: 'The browser was not allowed to show pushes.',
} as const;
