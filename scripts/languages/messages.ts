import { parseSync } from 'vite';
import { argumentName, isNode, keysOf, type Node, readingOf, wordsOf } from './nodes.ts';

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

interface Found {
	readonly key: string;
	readonly args: Arguments;
}

/** Returns the source that replaces a text; undefined keeps the text. */
export type Written = (key: string, args: Arguments) => string | undefined;

const ANY_LETTER = /\p{L}/u;
const WORDS_FILE = /(?:[-/](?:words|titles)|features\/information\/(?:faq|privacy|terms))\.ts$/;
/** Fields and attributes with text for readers. */
const READ_FIELD = /^(?:label|title|heading|description|variant|words|lead|name)$/;
const READ_ATTRIBUTE = /^(?:aria-label|title|alt|placeholder|label|what)$/;
/** Two words in a row, without markup before them. */
const SENTENCE = /^[^<]*\p{L}{2,} \p{Ll}{2,}/u;
/** A word next to a placeholder, as in '5 reports', or at the edge of a partial text, as in ' and '. A unit as in '5px' does not count. */
const BESIDE = /(?:^|\uFFFC)\s\p{L}\p{Ll}+(?=$|[\s.,:;!?)…])|(?<=^|[\s(])\p{L}\p{Ll}+\s(?:$|\uFFFC)/u;
/** Fields for machines, and attributes without text for readers. */
const MACHINE_FIELD = /^(?:class|className|content|d|id|rel|points|viewBox|selector)$/;
const MACHINE_ATTRIBUTE = /^(?:className|d|id|key|points|viewBox)$/;
/** Names of fields, states and keys look like words; a catalogue with the same word must not change them. */
const BARE_WORD = /^[a-z][a-z_-]*$/;
const COMPARES = /^(?:[!=]==?|in)$/;

/** Every text of a source, and the source with the texts replaced for which `translate` returns something. */
export function readMessages(file: string, code: string, written: Written = () => undefined): { code: string; messages: Message[] } {
	const { program } = parseSync(file, code) as unknown as { program: Node };
	const inWords = WORDS_FILE.test(file);
	const messages: Message[] = [];
	const raw = (node: Node): string => code.slice(node.start, node.end);

	const named = (names: Map<string, string>, name: string, source: string): string => {
		for (let n = 1; ; n++) {
			const tried = n === 1 ? name : `${name}${n}`;
			const held = names.get(tried);
			if (held !== undefined && held !== source) continue;
			names.set(tried, source);
			return tried;
		}
	};

	/** A literal, a template, or a choice between two of them, as ICU; undefined for anything else. */
	const icuOf = (node: Node, args: Arguments): string | undefined => {
		if (node.type === 'Literal' && typeof node['value'] === 'string') return escaped(node['value']);
		if (node.type === 'TemplateLiteral') {
			const quasis = node['quasis'] as Node[];
			const inner = node['expressions'] as Node[];
			return quasis
				.map((quasi, i) => {
					const text = escaped((quasi['value'] as { cooked: string }).cooked);
					const next = inner[i];
					if (!next) return text;
					return text + ((next.type === 'ConditionalExpression' ? icuOf(next, args) : undefined) ?? argument(next, args));
				})
				.join('');
		}
		if (node.type !== 'ConditionalExpression') return undefined;
		const branches = [node['consequent'] as Node, node['alternate'] as Node];
		const [yes, no] = branches.map((branch) => icuOf(branch, args));
		if (yes === undefined || no === undefined) return undefined;
		for (const branch of branches) covered.add(branch);
		const test = node['test'] as Node;
		const [left, right] = [test['left'] as Node | undefined, test['right'] as Node | undefined];
		if (test['operator'] === '===' && left && right?.type === 'Literal' && typeof right['value'] === 'number') {
			const name = named(args.counted, argumentName(left), raw(left));
			return `{${name}, plural, =${right['value']} {${yes}} other {${no}}}`;
		}
		return `{${named(args.tested, argumentName(test), raw(test))}, select, true {${yes}} other {${no}}}`;
	};

	const argument = (node: Node, args: Arguments): string => {
		const source = rewrite(node);
		const name = named(args.shown, argumentName(node), source);
		const counted = wordsOf(node);
		if (counted) args.counted.set(name, args.counted.get(name) ?? raw(counted));
		return `{${name}}`;
	};

	const found = (node: Node): Found | undefined => {
		if (node.type === 'JSXText') {
			const text = raw(node).replace(/\s+/g, ' ').trim();
			return text === '' ? undefined : { key: escaped(text), args: { shown: new Map(), counted: new Map(), tested: new Map() } };
		}
		if (node.type !== 'TemplateLiteral' && !(node.type === 'Literal' && typeof node['value'] === 'string')) return undefined;
		// Texts within the arguments are set aside: they are listed here only if this text is replaced, otherwise when the walk reaches them.
		const args: Arguments = { shown: new Map(), counted: new Map(), tested: new Map() };
		const before = messages.length;
		const key = icuOf(node, args);
		if (key === undefined) return undefined;
		inner.set(node, messages.splice(before));
		return { key, args };
	};
	/** Texts within the arguments of each text. */
	const inner = new Map<Node, Message[]>();
	/** Texts that are part of a larger one. */
	const covered = new Set<Node>();
	/** Nodes that are the content of an element: directly, in braces, or in a choice. */
	const shown = new Set<Node>();
	const show = (node: Node): void => {
		shown.add(node);
		const chosen = node.type === 'ConditionalExpression' ? ['consequent', 'alternate'] : node.type === 'LogicalExpression' ? ['right'] : [];
		for (const name of chosen) show(node[name] as Node);
	};

	const isText = (node: Node, parent: Node, key: string): boolean => {
		const plain = readingOf(node);
		if (!ANY_LETTER.test(plain) || isMachine(parent, key)) return false;
		if (inWords || shown.has(node) || node.type === 'JSXText') return true;
		if (parent.type === 'JSXAttribute') return READ_ATTRIBUTE.test(String((parent['name'] as Node)['name']));
		if (parent.type === 'Property' && READ_FIELD.test(String((parent['key'] as Node)['name'])) && /^\p{Lu}|\s/u.test(plain)) return true;
		const field = parent.type === 'Property' ? (parent['key'] as Node)['name'] : '';
		return (SENTENCE.test(plain) || BESIDE.test(plain)) && !MACHINE_FIELD.test(String(field));
	};

	const isValue = (parent: Node, key: string): boolean =>
		(parent.type === 'Property' && key === 'key') ||
		(parent.type === 'MemberExpression' && key === 'property') ||
		(parent.type === 'BinaryExpression' && COMPARES.test(String(parent['operator']))) ||
		(parent.type === 'SwitchCase' && key === 'test') ||
		parent.type === 'TaggedTemplateExpression' ||
		parent.type === 'ExpressionStatement' ||
		/^(?:Import|Export(?:All|Named))/.test(parent.type);

	/** Outside of word modules a single word is a value, unless it is shown directly or is the whole value of a constant. */
	const isBareValue = (node: Node, parent: Node): boolean => {
		if (inWords || shown.has(node) || node.type !== 'Literal' || !BARE_WORD.test(String(node['value']))) return false;
		if (parent.type === 'JSXAttribute') return !READ_ATTRIBUTE.test(String((parent['name'] as Node)['name']));
		if (parent.type === 'TSAsExpression') return raw(parent['typeAnnotation'] as Node) === 'const';
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
		if (node.type === 'JSXExpressionContainer' && /^JSX(?:Element|Fragment)$/.test(parent.type)) show(node['expression'] as Node);
		const text = covered.has(node) || isValue(parent, key) || isBareValue(node, parent) ? undefined : found(node);
		if (text) {
			messages.push({
				key: text.key,
				isText: isText(node, parent, key),
				line: code.slice(0, node.start).split('\n').length,
			});
			const other = written(text.key, text.args);
			if (other !== undefined) {
				edits.push({ start: node.start, end: node.end, text: placed(node, parent, other) });
				messages.push(...(inner.get(node) ?? []));
				return;
			}
		}
		for (const name of keysOf(node)) {
			// Types contain no texts.
			if (name === 'typeAnnotation' || name === 'typeArguments' || name === 'typeParameters' || name === 'returnType') continue;
			const child = node[name];
			for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) walk(one, node, name, edits);
		}
	};

	/** In JSX a text becomes an expression; surrounding white space is kept. */
	const placed = (node: Node, parent: Node, text: string): string => {
		if (parent.type === 'JSXAttribute') return `{${text}}`;
		if (node.type !== 'JSXText') return parent.type === 'Property' && parent['shorthand'] ? raw(node) : text;
		const [, before = '', after = ''] = /^(\s*)[\s\S]*?(\s*)$/.exec(raw(node)) ?? [];
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
function isMachine(node: Node, key: string): boolean {
	return (
		/^(?:Import|ExportAll|TS(?!As|Satisfies|NonNull))/.test(node.type) ||
		(key === 'key' && node.type !== 'JSXText') ||
		(node.type === 'NewExpression' && /Error$/.test(String((node['callee'] as Node)['name'])))
	);
}

function escaped(text: string): string {
	return text.replace(/[{}]/g, (brace) => `'${brace}'`);
}
