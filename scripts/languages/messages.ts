import { parseSync } from 'vite';
import { argumentName, countedNode, isNode, keysOf, type Node, textOf } from './nodes.ts';

/** The expressions in the source for each name in a message. */
export interface Arguments {
	/** Expression that is shown for the name. */
	readonly shown: Map<string, string>;
	/** Expression that is counted, for a plural. */
	readonly counted: Map<string, string>;
	/** Expression that is tested, for a select of true and other. */
	readonly tested: Map<string, string>;
}

/** A text in a source. */
export interface Message {
	/** The English text as an ICU message, which is its key in every catalogue. */
	readonly key: string;
	/** False for strings that can also be names of files, fields or values: such a string is only a text if a catalogue has it. */
	readonly isText: boolean;
	readonly line: number;
}

interface ParsedText {
	readonly key: string;
	readonly args: Arguments;
}

/** Returns the source that replaces a text; undefined keeps the text. */
export type Translate = (key: string, args: Arguments) => string | undefined;

const ANY_LETTER = /\p{L}/u;
const TEXTS_FILE = /(?:[-/](?:words|titles)|features\/information\/(?:faq|privacy|terms))\.ts$/;
/** Fields and attributes with text for readers. */
const TEXT_FIELD = /^(?:label|title|heading|description|variant|words|lead|name)$/;
const TEXT_ATTRIBUTE = /^(?:aria-label|title|alt|placeholder|label|what)$/;
/** Two words in a row, without markup before them. */
const SENTENCE = /^[^<]*\p{L}{2,} \p{Ll}{2,}/u;
/** A word next to a placeholder, as in '5 reports', or at the edge of a partial text, as in ' and '. A unit as in '5px' does not count. */
const WORD_BESIDE_VALUE = /(?:^|\uFFFC)\s\p{L}\p{Ll}+(?=$|[\s.,:;!?)…])|(?<=^|[\s(])\p{L}\p{Ll}+\s(?:$|\uFFFC)/u;
/** Fields for machines, and attributes without text for readers. */
const MACHINE_FIELD = /^(?:class|className|content|d|id|rel|points|viewBox|selector)$/;
const MACHINE_ATTRIBUTE = /^(?:className|d|id|key|points|viewBox)$/;
/** Names of fields, states and keys look like words; a catalogue with the same word must not change them. */
const BARE_WORD = /^[a-z][a-z_-]*$/;
const COMPARISON = /^(?:[!=]==?|in)$/;

/** Every text of a source, and the source with the texts replaced for which `translate` returns something. */
export function readMessages(file: string, code: string, translate: Translate = () => undefined): { code: string; messages: Message[] } {
	const { program } = parseSync(file, code) as unknown as { program: Node };
	const isTextsFile = TEXTS_FILE.test(file);
	const messages: Message[] = [];
	const sourceOf = (node: Node): string => code.slice(node.start, node.end);

	const addArgument = (names: Map<string, string>, name: string, source: string): string => {
		for (let n = 1; ; n++) {
			const candidate = n === 1 ? name : `${name}${n}`;
			const existing = names.get(candidate);
			if (existing !== undefined && existing !== source) continue;
			names.set(candidate, source);
			return candidate;
		}
	};

	/** A literal, a template, or a choice between two of them, as ICU; undefined for anything else. */
	const icuOf = (node: Node, args: Arguments): string | undefined => {
		if (node.type === 'Literal' && typeof node['value'] === 'string') return escapeBraces(node['value']);
		if (node.type === 'TemplateLiteral') {
			const quasis = node['quasis'] as Node[];
			const expressions = node['expressions'] as Node[];
			return quasis
				.map((quasi, i) => {
					const text = escapeBraces((quasi['value'] as { cooked: string }).cooked);
					const next = expressions[i];
					if (!next) return text;
					return text + ((next.type === 'ConditionalExpression' ? icuOf(next, args) : undefined) ?? toPlaceholder(next, args));
				})
				.join('');
		}
		if (node.type !== 'ConditionalExpression') return undefined;
		const branches = [node['consequent'] as Node, node['alternate'] as Node];
		const [yes, no] = branches.map((branch) => icuOf(branch, args));
		if (yes === undefined || no === undefined) return undefined;
		for (const branch of branches) coveredNodes.add(branch);
		const test = node['test'] as Node;
		const [left, right] = [test['left'] as Node | undefined, test['right'] as Node | undefined];
		if (test['operator'] === '===' && left && right?.type === 'Literal' && typeof right['value'] === 'number') {
			const name = addArgument(args.counted, argumentName(left), sourceOf(left));
			return `{${name}, plural, =${right['value']} {${yes}} other {${no}}}`;
		}
		return `{${addArgument(args.tested, argumentName(test), sourceOf(test))}, select, true {${yes}} other {${no}}}`;
	};

	const toPlaceholder = (node: Node, args: Arguments): string => {
		const source = rewrite(node);
		const name = addArgument(args.shown, argumentName(node), source);
		const counted = countedNode(node);
		if (counted) args.counted.set(name, args.counted.get(name) ?? sourceOf(counted));
		return `{${name}}`;
	};

	const parseText = (node: Node): ParsedText | undefined => {
		if (node.type === 'JSXText') {
			const text = sourceOf(node).replace(/\s+/g, ' ').trim();
			return text === '' ? undefined : { key: escapeBraces(text), args: { shown: new Map(), counted: new Map(), tested: new Map() } };
		}
		if (node.type !== 'TemplateLiteral' && !(node.type === 'Literal' && typeof node['value'] === 'string')) return undefined;
		// Texts within the arguments are set aside: they are listed here only if this text is replaced, otherwise when the walk reaches them.
		const args: Arguments = { shown: new Map(), counted: new Map(), tested: new Map() };
		const firstIndex = messages.length;
		const key = icuOf(node, args);
		if (key === undefined) return undefined;
		innerMessages.set(node, messages.splice(firstIndex));
		return { key, args };
	};
	/** Texts within the arguments of each text. */
	const innerMessages = new Map<Node, Message[]>();
	/** Texts that are part of a larger one. */
	const coveredNodes = new Set<Node>();
	/** Nodes that are the content of an element: directly, in braces, or in a choice. */
	const contentNodes = new Set<Node>();
	const markContent = (node: Node): void => {
		contentNodes.add(node);
		const branchNames =
			node.type === 'ConditionalExpression' ? ['consequent', 'alternate'] : node.type === 'LogicalExpression' ? ['right'] : [];
		for (const name of branchNames) markContent(node[name] as Node);
	};

	const isText = (node: Node, parent: Node, key: string): boolean => {
		const content = textOf(node);
		if (!ANY_LETTER.test(content) || isMachinePosition(parent, key)) return false;
		if (isTextsFile || contentNodes.has(node) || node.type === 'JSXText') return true;
		if (parent.type === 'JSXAttribute') return TEXT_ATTRIBUTE.test(String((parent['name'] as Node)['name']));
		if (parent.type === 'Property' && TEXT_FIELD.test(String((parent['key'] as Node)['name'])) && /^\p{Lu}|\s/u.test(content)) return true;
		const field = parent.type === 'Property' ? (parent['key'] as Node)['name'] : '';
		return (SENTENCE.test(content) || WORD_BESIDE_VALUE.test(content)) && !MACHINE_FIELD.test(String(field));
	};

	const isValuePosition = (parent: Node, key: string): boolean =>
		(parent.type === 'Property' && key === 'key') ||
		(parent.type === 'MemberExpression' && key === 'property') ||
		(parent.type === 'BinaryExpression' && COMPARISON.test(String(parent['operator']))) ||
		(parent.type === 'SwitchCase' && key === 'test') ||
		parent.type === 'TaggedTemplateExpression' ||
		parent.type === 'ExpressionStatement' ||
		/^(?:Import|Export(?:All|Named))/.test(parent.type);

	/** Outside of word modules a single word is a value, unless it is shown directly or is the whole value of a constant. */
	const isBareValue = (node: Node, parent: Node): boolean => {
		if (isTextsFile || contentNodes.has(node) || node.type !== 'Literal' || !BARE_WORD.test(String(node['value']))) return false;
		if (parent.type === 'JSXAttribute') return !TEXT_ATTRIBUTE.test(String((parent['name'] as Node)['name']));
		if (parent.type === 'TSAsExpression') return sourceOf(parent['typeAnnotation'] as Node) === 'const';
		return parent.type !== 'VariableDeclarator';
	};

	interface Edit {
		readonly start: number;
		readonly end: number;
		readonly text: string;
	}

	const walk = (node: Node, parent: Node, key: string, edits: Edit[]): void => {
		if (/^(?:ImportDeclaration|ExportAllDeclaration|TS(?!As|Satisfies|NonNull))/.test(node.type)) return;
		if (node.type === 'JSXAttribute' && MACHINE_ATTRIBUTE.test(String((node['name'] as Node)['name']))) return;
		if (node.type === 'JSXExpressionContainer' && /^JSX(?:Element|Fragment)$/.test(parent.type)) markContent(node['expression'] as Node);
		const parsedText = coveredNodes.has(node) || isValuePosition(parent, key) || isBareValue(node, parent) ? undefined : parseText(node);
		if (parsedText) {
			messages.push({
				key: parsedText.key,
				isText: isText(node, parent, key),
				line: code.slice(0, node.start).split('\n').length,
			});
			const replacement = translate(parsedText.key, parsedText.args);
			if (replacement !== undefined) {
				edits.push({ start: node.start, end: node.end, text: wrapForPosition(node, parent, replacement) });
				messages.push(...(innerMessages.get(node) ?? []));
				return;
			}
		}
		for (const name of keysOf(node)) {
			// Types contain no texts.
			if (name === 'typeAnnotation' || name === 'typeArguments' || name === 'typeParameters' || name === 'returnType') continue;
			const child = node[name];
			for (const childNode of Array.isArray(child) ? child : [child]) if (isNode(childNode)) walk(childNode, node, name, edits);
		}
	};

	/** In JSX a text becomes an expression; surrounding white space is kept. */
	const wrapForPosition = (node: Node, parent: Node, text: string): string => {
		if (parent.type === 'JSXAttribute') return `{${text}}`;
		if (node.type !== 'JSXText') return parent.type === 'Property' && parent['shorthand'] ? sourceOf(node) : text;
		const [, before = '', after = ''] = /^(\s*)[\s\S]*?(\s*)$/.exec(sourceOf(node)) ?? [];
		return `${before}{${text}}${after}`;
	};

	const rewrite = (node: Node, parent: Node = { type: 'Root', start: 0, end: 0 }, key = ''): string => {
		const edits: Edit[] = [];
		walk(node, parent, key, edits);
		let [text, at] = ['', node.start];
		for (const edit of edits) {
			text += code.slice(at, edit.start) + edit.text;
			at = edit.end;
		}
		return text + code.slice(at, node.end);
	};

	const body = rewrite(program);
	return { code: code.slice(0, program.start) + body + code.slice(program.end), messages };
}

/** Whether strings at this place are not for readers: imports, types, keys of elements, and messages of errors. */
function isMachinePosition(node: Node, key: string): boolean {
	return (
		/^(?:Import|ExportAll|TS(?!As|Satisfies|NonNull))/.test(node.type) ||
		(key === 'key' && node.type !== 'JSXText') ||
		(node.type === 'NewExpression' && /Error$/.test(String((node['callee'] as Node)['name'])))
	);
}

function escapeBraces(text: string): string {
	return text.replace(/[{}]/g, (brace) => `'${brace}'`);
}
