/** The message channels of one account. */
import type { AnswerOf, Received } from '@sw/contract/base/define';
import type { messageChannelCalls as calls } from '@sw/contract/inbox/message-channels';
import type { CallerAccount } from '@sw/domain/access/caller';
import {
	channelLimitReached,
	channelState,
	channelsAllowed,
	type MessageAddress,
	type MessageChannel,
	SERVICE_NAMES,
} from '@sw/domain/inbox/message-channel';
import { isoSeconds } from '@sw/domain/time/format';
import { MINUTE, utcMs } from '@sw/domain/time/units';
import { addressFault } from '../../../outside/messengers/channel-request.ts';
import type { Outcome } from '../../../outside/outcome.ts';
import { malformed, notFound, Problem } from '../../../platform/errors.ts';
import { appMessage } from './app-message.ts';
import { codeHash, createCode } from './link-chats.ts';
import type { DeliveryParts } from './ports.ts';
import { sampleContent } from './sample-delivery.ts';

type Added = AnswerOf<typeof calls.addMessageChannel, 201>;
type Wanted = Received<typeof calls.addMessageChannel>['body'];
type Result = AnswerOf<typeof calls.tryMessageChannel>;

const CODE_LIFE = 15 * MINUTE;
const NO_CHANNEL = 'Message channel not found';
const NO_BOT = "The operator hasn't set up a Telegram bot. Choose another service.";
const KNOWN = 'This address is already connected.';
const NOT_LINKED = 'Send the code to the bot first.';

export function createOwnMessageChannels({
	records,
	clock,
	randomSource,
	messengers,
	telegram,
	localReceivers,
	countTrial,
	origin,
	label,
}: DeliveryParts) {
	const addressOf = (wanted: Exclude<Wanted, { service: 'telegram' }>): string => {
		const fault = addressFault(wanted.service, wanted.url, localReceivers);
		if (fault) throw malformed('url', fault);
		return new URL(wanted.url).href;
	};
	const find = async (userId: string, id: string): Promise<MessageChannel> => {
		const found = (await records.messageChannelsOf(userId, clock.now())).find((one) => one.id === id);
		if (!found) throw notFound(NO_CHANNEL);
		return found;
	};
	const turn = async (userId: string, isOn: boolean): Promise<void> => {
		await records.changeDelivery(userId, { channels: { app: isOn } }, clock.now());
	};

	return {
		list: async ({ id, licence }: CallerAccount): Promise<AnswerOf<typeof calls.messageChannels>> => ({
			items: (await records.messageChannelsOf(id, clock.now())).map(present),
			allowed: channelsAllowed(licence),
			telegram: telegram !== null,
		}),

		add: async ({ id: userId, licence }: CallerAccount, wanted: Wanted): Promise<Added> => {
			const { service, name } = wanted;
			if (service === 'telegram' && telegram === null) throw malformed('service', NO_BOT);
			const now = clock.now();
			const code = service === 'telegram' ? createCode(randomSource) : null;
			const added = await records.addMessageChannel(
				userId,
				{
					...{ service, name },
					address: service === 'telegram' ? null : addressOf(wanted),
					token: ('token' in wanted ? wanted.token : undefined) ?? null,
					codeHash: code === null ? null : codeHash(code),
					codeEnds: code === null ? null : utcMs(now + CODE_LIFE),
				},
				{ allowed: channelsAllowed(licence), now },
			);
			if (added === 'limit') throw new Problem('denied', { detail: channelLimitReached(licence) });
			if (added === 'known') throw new Problem('conflict', { detail: KNOWN });
			if (code === null) await turn(userId, true);
			const bot = code === null ? null : await telegram?.name();
			return { ...present(added), code, link: bot ? `https://t.me/${bot}?start=${code}` : null };
		},

		remove: async ({ id: userId }: CallerAccount, id: string): Promise<void> => {
			if (!(await records.removeMessageChannel(userId, id))) throw notFound(NO_CHANNEL);
			const left = await records.messageChannelsOf(userId, clock.now());
			if (left.every(({ address }) => address === null)) await turn(userId, false);
		},

		/** Sends a test message, even to a stopped channel. Nothing is stored. */
		test: async ({ id: userId }: CallerAccount, id: string): Promise<Result> => {
			const { service, address, token } = await find(userId, id);
			await countTrial(userId);
			if (address === null) return { delivered: false, line: NOT_LINKED };
			const to: MessageAddress = { service, address, token };
			const outcome: Outcome = await messengers.send(to, appMessage([sampleContent(clock.now())], { origin, label }));
			return outcome.kind === 'delivered'
				? { delivered: true, line: `${SERVICE_NAMES[service]} accepted the message.` }
				: { delivered: false, line: outcome.why };
		},

		resume: async ({ id: userId }: CallerAccount, id: string) => {
			const resumed = await records.resumeMessageChannel(userId, id);
			if (!resumed) throw notFound(NO_CHANNEL);
			if (resumed.address !== null) await turn(userId, true);
			return present(resumed);
		},
	};
}

function present(channel: MessageChannel): AnswerOf<typeof calls.resumeMessageChannel> {
	const { id, service, name, address, stoppedWhy, stoppedAt, codeEnds, createdAt, deliveredAt, failures } = channel;
	return {
		...{ id, service, name, failures, why: stoppedWhy },
		host: service === 'telegram' || address === null ? null : new URL(address).host,
		state: channelState(channel),
		since: at(stoppedAt),
		code_ends: at(codeEnds),
		created: isoSeconds(createdAt),
		delivered: at(deliveredAt),
	};
}

function at(instant: number | null): string | null {
	return instant === null ? null : isoSeconds(instant);
}
