import type { Channel } from '@sw/domain/inbox/delivery';

export const channelWords = {
	channels: { mail: 'Mail', push: 'Push', webhook: 'Webhook', app: 'Apps' } satisfies Record<Channel, string>,
	stopped: (at: string, why: string) => `Stopped ${at}: ${why} Turn it on to try again.`,
	stoppedNamed: (channel: string, at: string, why: string) => `${channel} was stopped ${at}: ${why}`,
} as const;
