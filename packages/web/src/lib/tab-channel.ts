import type { QueryClient } from '@tanstack/react-query';

/**
 * Creates a function that returns the channel between the browser's tabs, one per query
 * client and opened on first use. A tab doesn't receive its own messages.
 */
export function createTabChannel<Message>(
	name: string,
	onMessage: (queryClient: QueryClient, message: Message) => void,
): (queryClient: QueryClient) => BroadcastChannel {
	const channels = new WeakMap<QueryClient, BroadcastChannel>();
	return (queryClient) => {
		const existing = channels.get(queryClient);
		if (existing) return existing;
		const channel = new BroadcastChannel(name);
		channel.onmessage = ({ data }: MessageEvent<Message>) => onMessage(queryClient, data);
		channels.set(queryClient, channel);
		return channel;
	};
}
