import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Arguments } from './messages.ts';

/** Names in a message: `shown` in its text, `selectors` of a plural or select. A name can be both. Throws SyntaxError for an invalid ICU message. */
export function namesIn(message: string): { shown: Set<string>; selectors: Set<string> } {
	const names = { shown: new Set<string>(), selectors: new Set<string>() };
	const collect = (elements: readonly MessageFormatElement[]): void => {
		for (const element of elements) {
			if (element.type === TYPE.argument) names.shown.add(element.value);
			if (element.type !== TYPE.select && element.type !== TYPE.plural) continue;
			names.selectors.add(element.value);
			for (const { value } of Object.values(element.options)) collect(value);
			// '#' shows the counted number.
			if (element.type === TYPE.plural && Object.values(element.options).some(({ value }) => value.some(({ type }) => type === TYPE.pound)))
				names.shown.add(element.value);
		}
	};
	collect(parse(message, { ignoreTag: true }));
	return names;
}

/** Name of the function that selects the plural category at run time; the module `RULES` exports it. */
export const PLURAL = '$plural';

/** Compiles an ICU message to the source text of a template literal, so that pages don't include a parser. */
export function compileMessage(message: string, args: Arguments): string {
	const write = (elements: readonly MessageFormatElement[], counted?: string): string => {
		const parts = elements.map((element): string => {
			switch (element.type) {
				case TYPE.literal:
					return escapeForTemplate(element.value);
				case TYPE.argument:
					return `\${${sourceOf(args.shown, element.value)}}`;
				case TYPE.pound:
					return `\${${args.shown.get(counted ?? '') ?? sourceOf(args.counted, counted ?? '')}}`;
				case TYPE.select:
					return `\${${compileSelect(element.value, element.options, counted)}}`;
				case TYPE.plural:
					return `\${${compilePlural(element.value, element.options)}}`;
				default:
					throw new Error(`Format numbers and dates where they are used, not in the message: ${message}`);
			}
		});
		return `\`${parts.join('')}\``;
	};
	type Options = Readonly<Record<string, { value: MessageFormatElement[] }>>;
	const otherOption = (options: Options): MessageFormatElement[] => options['other']?.value ?? [];
	const compileSelect = (name: string, options: Options, counted: string | undefined): string =>
		`((${sourceOf(args.tested, name)}) ? ${write(options['true']?.value ?? otherOption(options), counted)} : ${write(otherOption(options), counted)})`;
	const compilePlural = (name: string, options: Options): string => {
		const source = sourceOf(args.counted, name);
		const cases = Object.entries(options).filter(([key]) => key !== 'other');
		// Exact numbers are tested before the category that includes them.
		const [exact, categories] = [cases.filter(([key]) => key.startsWith('=')), cases.filter(([key]) => !key.startsWith('='))];
		const compileTest = (key: string): string =>
			key.startsWith('=') ? `(${source}) === ${Number(key.slice(1))}` : `${PLURAL}(${source}) === '${key}'`;
		return `(${[...exact, ...categories].map(([key, { value }]) => `${compileTest(key)} ? ${write(value, name)} : `).join('')}${write(otherOption(options), name)})`;
	};
	return write(parse(message, { ignoreTag: true }));
}

function escapeForTemplate(text: string): string {
	return text.replace(/[\\`]|\$(?=\{)/g, (sign) => `\\${sign}`);
}

function sourceOf(names: ReadonlyMap<string, string>, name: string): string {
	const source = names.get(name);
	if (source === undefined) throw new Error(`The English text has no {${name}}.`);
	return source;
}
