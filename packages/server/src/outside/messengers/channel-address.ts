import type { MessageService } from '@sw/domain/inbox/message-channel';
import type { LocalReceivers } from '../https/local-receivers.ts';
import { webhookFault } from '../webhook/webhook.ts';

type WithAddress = Exclude<MessageService, 'telegram'>;

const DISCORD = /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+$/;
const SLACK = /^https:\/\/hooks\.slack(?:-gov)?\.com\/(?:services|triggers)\/[\w/-]+$/;
const TOPIC = /^\/[\w-]{1,64}$/;

/** What is wrong with an address that a user gives for a service. */
export function addressFault(service: WithAddress, text: string, local: LocalReceivers): string | undefined {
	const fault = webhookFault(text, local);
	if (fault) return fault;
	const { href, pathname, search } = new URL(text);
	if (service === 'ntfy') {
		return TOPIC.test(pathname) && search === '' ? undefined : 'Enter the address of a topic, such as https://ntfy.sh/my-topic.';
	}
	if (service === 'gotify')
		return search === '' ? undefined : 'Enter the address of the Gotify server, such as https://gotify.example.com.';
	if (local.has(text)) return undefined;
	if (service === 'discord')
		return DISCORD.test(href) ? undefined : 'Enter the webhook URL that Discord shows, such as https://discord.com/api/webhooks/1/abc.';
	return SLACK.test(href) ? undefined : 'Enter the webhook URL that Slack shows, such as https://hooks.slack.com/services/T0/B0/abc.';
}
