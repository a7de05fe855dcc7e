/**
 * Builds the requests that the services expect:
 * https://docs.ntfy.sh/publish, https://gotify.net/api-docs, https://core.telegram.org/bots/api,
 * https://docs.discord.com/developers/resources/webhook, https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
 */
import type { MessageAddress, MessageService } from '@sw/domain/inbox/message-channel';
import type { LocalReceivers } from '../https/https-poster.ts';
import { explainInvalidWebhook } from '../webhook/webhook.ts';

/** A message before it is formatted for a service. */
export interface MessageContent {
	readonly title: string;
	/** Lines separated by \n. */
	readonly body: string;
	/** The page that shows the whole message. */
	readonly url: string;
	/** A PNG, for services that accept uploads. */
	readonly picture?: Buffer | undefined;
	/** Public URL of the picture, for services that load it themselves. */
	readonly pictureUrl?: string | undefined;
}

/** Formats title and body. `isCut`: the title or the body was shortened. */
type Format = (title: string, body: string, isCut: boolean) => string;

/** Returns the longest text with a `size` of at most `limit`. The body is cut first, then the title. Default of `size`: UTF-16 units. */
export function fitText(
	{ title, body }: MessageContent,
	limit: number,
	format: Format,
	size = (text: string): number => text.length,
): string {
	const fullText = format(title, body, false);
	if (size(fullText) <= limit) return fullText;
	const [titleCharacters, bodyCharacters] = [[...title], [...body]];
	const total = titleCharacters.length + bodyCharacters.length;
	const cutTo = (count: number): string =>
		count >= titleCharacters.length
			? format(title, cut(bodyCharacters, count - titleCharacters.length), true)
			: format(cut(titleCharacters, count), '', true);
	let [low, high] = [0, total];
	while (high - low > 1) {
		const middle = (low + high) >> 1;
		if (size(cutTo(middle)) <= limit) low = middle;
		else high = middle;
	}
	return cutTo(low);
}

function cut(characters: readonly string[], count: number): string {
	return count >= characters.length ? characters.join('') : `${characters.slice(0, count).join('').trimEnd()}…`;
}

export interface ChannelRequest {
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	/** Sent as JSON, unless it is a form or a file. */
	readonly body: object | FormData | Buffer;
}

/** Maximum length of a message: bytes for ntfy, which turns longer ones into attachments; otherwise UTF-16 units. */
const MAX_LENGTH: Readonly<Record<MessageService, number>> = { ntfy: 4_000, gotify: 4_000, telegram: 4_096, discord: 2_000, slack: 4_000 };
/** Maximum length of the text under a photo in Telegram. */
const MAX_CAPTION_LENGTH = 1_024;
/** Maximum length of the text above a picture in Slack. */
const MAX_SECTION_LENGTH = 3_000;
/** Maximum length of a title that is separate from the message, as in ntfy and Gotify. */
const MAX_TITLE_LENGTH = 200;

export const TELEGRAM_API = 'https://api.telegram.org';

const REQUEST_BUILDERS: Readonly<Record<MessageService, (to: MessageAddress, content: MessageContent) => ChannelRequest>> = {
	ntfy: ({ address, token }, content) => {
		const { origin, pathname } = new URL(address);
		return {
			url: `${origin}/`,
			headers: token === null ? {} : { authorization: `Bearer ${token}` },
			body: {
				topic: pathname.slice(1),
				title: formatTitle(content),
				message: formatWithoutTitle('ntfy', content, Buffer.byteLength),
				click: content.url,
			},
		};
	},
	gotify: ({ address, token }, content) => ({
		url: `${address.replace(/\/+$/, '')}/message`,
		headers: { 'x-gotify-key': token ?? '' },
		body: {
			title: formatTitle(content),
			message: formatWithoutTitle('gotify', content),
			priority: 5,
			extras: { 'client::notification': { click: { url: content.url } } },
		},
	}),
	telegram: ({ address, token }, content) => ({
		url: `${TELEGRAM_API}/bot${token ?? ''}/sendMessage`,
		headers: {},
		body: {
			chat_id: Number(address),
			text: fitText(content, MAX_LENGTH.telegram, (title, body) => [title, body, content.url].filter(Boolean).join('\n')),
			link_preview_options: { is_disabled: true },
		},
	}),
	discord: ({ address }, content) => ({
		url: address,
		headers: {},
		body: {
			content: fitText(
				content,
				MAX_LENGTH.discord,
				(title, body) => `**${escapeMarkdown(title)}**\n${escapeMarkdown(body)}\n<${content.url}>`,
			),
			// The name of a filter could be @everyone.
			allowed_mentions: { parse: [] },
		},
	}),
	slack: ({ address }, content) => ({
		url: address,
		headers: {},
		body: { text: fitText(content, MAX_LENGTH.slack, (title, body) => `*${escapeSlack(title)}*\n${escapeSlack(body)}\n<${content.url}>`) },
	}),
};

type AddressedService = Exclude<MessageService, 'telegram'>;

const DISCORD_URL = /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+$/;
const SLACK_URL = /^https:\/\/hooks\.slack(?:-gov)?\.com\/(?:services|triggers)\/[\w/-]+$/;
const TOPIC_PATH = /^\/[\w-]{1,64}$/;

/**
 * Builds the request that sends the picture with the whole text.
 * Undefined without a picture, if the service can't show pictures, or if the text is too long for a caption.
 */
export function createPictureRequest(to: MessageAddress, content: MessageContent): ChannelRequest | undefined {
	if (to.service === 'slack' || to.service === 'gotify') return createLinkedPictureRequest(to, content);
	return content.picture && createUploadedPictureRequest(to, { ...content, picture: content.picture });
}

/** Builds a request with the picture's URL. The service or its app loads the picture. */
function createLinkedPictureRequest(to: MessageAddress, content: MessageContent): ChannelRequest | undefined {
	if (content.pictureUrl === undefined) return undefined;
	const textRequest = createChannelRequest(to, content);
	if (to.service === 'gotify') {
		const { extras, ...body } = textRequest.body as { extras: { 'client::notification': object } };
		const notification = { ...extras['client::notification'], bigImageUrl: content.pictureUrl };
		return { ...textRequest, body: { ...body, extras: { 'client::notification': notification } } };
	}
	const { text: message } = textRequest.body as { text: string };
	if (message.length > MAX_SECTION_LENGTH) return undefined;
	const blocks = [
		{ type: 'section', text: { type: 'mrkdwn', text: message } },
		{ type: 'image', image_url: content.pictureUrl, alt_text: formatTitle(content) },
	];
	return { ...textRequest, body: { text: message, blocks } };
}

function createUploadedPictureRequest(
	to: MessageAddress,
	content: MessageContent & { readonly picture: Buffer },
): ChannelRequest | undefined {
	const textRequest = createChannelRequest(to, content);
	const file = new Blob([new Uint8Array(content.picture)], { type: 'image/png' });
	if (to.service === 'telegram') {
		const { chat_id: chat, text: caption } = textRequest.body as { chat_id: number; text: string };
		if (caption.length > MAX_CAPTION_LENGTH) return undefined;
		const form = new FormData();
		form.set('chat_id', String(chat));
		form.set('caption', caption);
		form.set('photo', file, PICTURE_NAME);
		return { ...textRequest, url: textRequest.url.replace(/sendMessage$/, 'sendPhoto'), body: form };
	}
	if (to.service === 'discord') {
		const form = new FormData();
		form.set('payload_json', JSON.stringify({ ...textRequest.body, attachments: [{ id: 0, filename: PICTURE_NAME }] }));
		form.set('files[0]', file, PICTURE_NAME);
		return { ...textRequest, body: form };
	}
	if (to.service === 'ntfy') {
		const { title, message, click } = textRequest.body as { title: string; message: string; click: string };
		const headers = {
			'content-type': 'image/png',
			filename: PICTURE_NAME,
			title: encodeHeader(title),
			// ntfy reads \\n in this header as a line break.
			message: encodeHeader(message.replaceAll('\n', '\\n')),
			click,
		};
		return { url: to.address, headers: { ...textRequest.headers, ...headers }, body: content.picture };
	}
	return undefined;
}

const PICTURE_NAME = 'wheel.png';

/** Encodes a header value by RFC 2047, which ntfy decodes. */
function encodeHeader(text: string): string {
	return `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;
}

export function createChannelRequest(to: MessageAddress, content: MessageContent): ChannelRequest {
	return REQUEST_BUILDERS[to.service](to, content);
}

/** Describes what is wrong with the address that a user entered for a service; undefined if it is valid. */
export function explainInvalidUrl(service: AddressedService, text: string, localReceivers: LocalReceivers): string | undefined {
	const error = explainInvalidWebhook(text, localReceivers);
	if (error) return error;
	const { href, pathname, search } = new URL(text);
	if (service === 'ntfy') {
		return TOPIC_PATH.test(pathname) && search === '' ? undefined : 'Enter the address of a topic, such as https://ntfy.sh/my-topic.';
	}
	if (service === 'gotify')
		return search === '' ? undefined : 'Enter the address of the Gotify server, such as https://gotify.example.com.';
	if (localReceivers.has(text)) return undefined;
	if (service === 'discord')
		return DISCORD_URL.test(href) ? undefined : 'Enter the webhook URL that Discord shows, such as https://discord.com/api/webhooks/1/abc.';
	return SLACK_URL.test(href) ? undefined : 'Enter the webhook URL that Slack shows, such as https://hooks.slack.com/services/T0/B0/abc.';
}

function formatTitle({ title }: MessageContent): string {
	return fitText({ title, body: '', url: '' }, MAX_TITLE_LENGTH, (fittedTitle) => fittedTitle);
}

/** Builds the message for a service with a separate title. Only a cut message contains the link: tapping a message opens it anyway. */
function formatWithoutTitle(service: MessageService, content: MessageContent, size?: (message: string) => number): string {
	return fitText(
		{ ...content, title: '' },
		MAX_LENGTH[service],
		(_title, body, isCut) => (isCut ? `${body}\n${content.url}` : body || content.title),
		size,
	);
}

function escapeMarkdown(text: string): string {
	return text.replaceAll(/[\\*_~`|>#[\]()<-]/g, '\\$&');
}

function escapeSlack(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
