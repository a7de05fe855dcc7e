import type { Channel, DELIVERY_STATES } from '@sw/domain/inbox/delivery';
import { formatCount } from '../../lib/format/numbers.ts';

/** Words of what leaves the product. */
export const deliveryWords = {
	title: 'Deliveries',
	account: 'Account',
	channel: 'By',
	channels: { mail: 'mail', push: 'push', webhook: 'webhook' } satisfies Record<Channel, string>,
	state: 'State',
	states: { waiting: 'waiting', delivered: 'delivered', failed: 'failed', dropped: 'dropped' } satisfies Record<
		(typeof DELIVERY_STATES)[number],
		string
	>,
	messages: 'Messages',
	attempts: 'Tries',
	reason: 'Why',
	due: 'Due',
	done: 'Delivered',
	filters: { state: 'State', channel: 'By', q: 'Part of the address' },
	empty: 'Nothing has left yet: no account has switched a way on.',
	noneMatches: 'No delivery is like that.',
	act: 'What can be done',
	again: 'Again',
	againNamed: (channel: string, email: string) => `Again: ${channel} to ${email}`,
	againWill: (channel: string, email: string) =>
		`The ${channel} to ${email} is due at once, with the same id as before: who had it already sees that.`,
	againSure: 'Deliver it again',
	againDone: (email: string) => `The delivery to ${email} is due.`,
	counts: 'Now, and of the last 24 hours',
	late: (since: string) => `The longest of those that are due has been so since ${since}.`,
	stopped: 'Stopped by the product',
	stoppedMore: (n: number) => `${formatCount(n)} more are stopped.`,
	since: (at: string) => `since ${at}`,
	nothingStopped: 'No way of any account is stopped.',
} as const;
