import type { Channel, DELIVERY_STATES } from '@sw/domain/inbox/delivery';
import { formatCount } from '../../lib/format/numbers.ts';

/** Texts of deliveries. */
export const deliveryWords = {
	title: 'Deliveries',
	account: 'Account',
	channel: 'Channel',
	channels: { mail: 'mail', push: 'push', webhook: 'webhook', app: 'app' } satisfies Record<Channel, string>,
	state: 'Status',
	states: { waiting: 'waiting', delivered: 'delivered', failed: 'failed', dropped: 'dropped' } satisfies Record<
		(typeof DELIVERY_STATES)[number],
		string
	>,
	messages: 'Messages',
	attempts: 'Attempts',
	reason: 'Reason',
	due: 'Due',
	done: 'Delivered',
	filters: { state: 'Status', channel: 'Channel', q: 'E-mail contains' },
	empty: 'No deliveries yet: no account has a channel turned on.',
	noneMatches: 'No deliveries match.',
	act: 'Actions',
	retry: 'Retry',
	retryNamed: (channel: string, email: string) => `Retry: ${channel} to ${email}`,
	retryEffect: (channel: string, email: string) =>
		`Sends the ${channel} to ${email} now with the same id, so receivers can recognize a duplicate.`,
	retryConfirm: 'Retry delivery',
	retried: (email: string) => `Delivery to ${email} queued.`,
	counts: 'Now and in the last 24 hours',
	late: (since: string) => `The oldest due delivery has been waiting since ${since}.`,
	stopped: 'Stopped channels',
	stoppedMore: (n: number) => `${formatCount(n)} more stopped.`,
	since: (at: string) => `since ${at}`,
	nothingStopped: 'No stopped channels.',
} as const;
