import type { Access, Endpoint } from '@sw/contract/base/define';
import { type Contract, contract } from '@sw/contract/index';
import { describeParameter } from '@sw/contract/parameter-descriptions';
import type { ApiDocument, Operation, Parameter, Schema } from '../areas/operations/docs-page.ts';

/** The subject of each area's calls, in the order of the documentation. */
const AREA_DESCRIPTIONS: Readonly<Record<keyof Contract, { readonly title: string; readonly about: string }>> = {
	signals: { title: 'Lists and tickers', about: 'Ranked lists, tickers and their history, and the parameters of the calculation.' },
	reports: { title: 'Reports', about: 'The schedule of reports and the licence each one requires.' },
	prices: { title: 'Prices', about: 'Bars, top tables, the exchange and its holidays.' },
	attention: { title: 'Attention and breadth', about: 'Ticker mentions and market breadth.' },
	research: { title: 'Research', about: 'What happened after past signals: searches, validations and forecasts.' },
	filters: { title: 'Filters', about: "A user's saved filters, frozen tickers, favourites and settings." },
	inbox: { title: 'Messages', about: 'Messages, feeds and delivery channels.' },
	accounts: { title: 'Accounts', about: "Sign-up, sign-in, the user's profile and user management." },
	billing: { title: 'Plans and payments', about: 'Plans, orders, subscriptions and payment notifications.' },
	outreach: { title: 'Wait-list and contact messages', about: 'Wait-list sign-ups and messages from the contact form.' },
	previews: {
		title: 'Link cards and embeds',
		about: 'Content for other sites: link-card pictures and videos, and embedded tickers.',
	},
	operations: { title: 'Operations', about: 'Health, settings, jobs, imports and corrections.' },
	hub: { title: 'Live', about: 'Live connections: SignalR over long polling, for the client @microsoft/signalr.' },
};

/** Groups of the document, in the order of the contract. */
export const TAGS = Object.values(AREA_DESCRIPTIONS).map(({ title, about }) => ({ name: title, description: about }));

const AREA_OF = new Map<Endpoint, keyof Contract>(
	(Object.keys(contract) as (keyof Contract)[]).flatMap((area) =>
		Object.values<Endpoint>(contract[area]).map((endpoint): [Endpoint, keyof Contract] => [endpoint, area]),
	),
);

/** The group of a call. */
export function tagsOf(endpoint: Endpoint): string[] {
	const area = AREA_OF.get(endpoint);
	return area === undefined ? [] : [AREA_DESCRIPTIONS[area].title];
}

const WHO: Readonly<Record<Access, string>> = {
	public: 'No authentication needed.',
	user: 'Needs a signed-in account.',
	licence: 'Needs an account with a licence.',
	admin: 'Needs an administrator.',
	signed: 'Needs a valid signature.',
};

/** The call's description, with required access and rate limit. */
export function descriptionOf({ description, access, scope, rate }: Endpoint): string {
	return [
		description,
		WHO[access],
		scope === undefined ? undefined : `A personal key needs the scope ${scope}.`,
		typeof rate === 'number' ? `At most ${rate} calls per minute.` : undefined,
	]
		.filter((sentence) => sentence !== undefined)
		.join(' ');
}

/** Adds the contract's descriptions to each parameter. */
export function withDescriptions(document: ApiDocument): ApiDocument {
	const paths = Object.entries(document.paths ?? {}).map(([path, item]) => {
		const operations = Object.entries(item as Record<string, Operation>).map(([method, operation]) => [
			method,
			operation.parameters === undefined
				? operation
				: { ...operation, parameters: operation.parameters.map((parameter) => explained(parameter, path)) },
		]);
		return [path, Object.fromEntries(operations)];
	});
	return { ...document, paths: Object.fromEntries(paths) };
}

/** The parameter with its meaning and a valid example. */
function explained(parameter: Parameter, path: string): Parameter {
	const words = describeParameter(parameter.name, path);
	const { schema = {} } = parameter;
	const reported = schema.type === 'array' && words?.example !== undefined ? [words.example].flat() : words?.example;
	const example = reported ?? exampleIn(schema);
	return {
		...parameter,
		...(words === undefined ? {} : { description: words.about }),
		...(example === undefined ? {} : { example }),
	};
}

/** A value that the schema itself contains. */
function exampleIn(schema: Schema): unknown {
	if (schema.enum) return schema.enum[0];
	if (schema.const !== undefined) return schema.const;
	if (schema.items) {
		const one = exampleIn(schema.items);
		return one === undefined ? undefined : [one];
	}
	return schema.type === 'boolean' ? true : undefined;
}
