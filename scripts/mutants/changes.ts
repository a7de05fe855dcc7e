/** Creates mutants, each with one small change: an operator, a bound, a constant, a condition or an early return. */
import { createHash } from 'node:crypto';
import { type ESTree, parseSync, Visitor } from 'vite';

export interface Mutant {
	/** Path from the root. */
	file: string;
	/** Counted from 1. */
	line: number;
	/** The mutated lines before and after, with single spaces. */
	before: string;
	after: string;
	/** Position, from 1, among identical changes in its file. */
	nth: number;
	/** The whole file with the change. */
	text: string;
}

const OPERATORS: Record<string, string> = {
	'<': '<=',
	'<=': '<',
	'>': '>=',
	'>=': '>',
	'===': '!==',
	'!==': '===',
	'+': '-',
	'-': '+',
	'*': '/',
	'/': '*',
	'%': '*',
	'**': '*',
	'&': '|',
	'|': '&',
	'^': '&',
	'<<': '>>>',
	'>>': '<<',
	'>>>': '<<',
	'&&': '||',
	'||': '&&',
	'+=': '-=',
	'-=': '+=',
	'*=': '/=',
	'/=': '*=',
	'|=': '&=',
	'&=': '|=',
	'++': '--',
	'--': '++',
};

const CALLS = new Map([
	['Math.min', 'Math.max'],
	['Math.max', 'Math.min'],
	['Math.floor', 'Math.ceil'],
	['Math.ceil', 'Math.floor'],
	['Math.round', 'Math.floor'],
	['Math.trunc', 'Math.ceil'],
	['Math.abs', ''],
]);

const METHODS = new Map([
	['some', 'every'],
	['every', 'some'],
]);

interface Span {
	start: number;
	end: number;
}

const EXIT_STATEMENTS = ['ReturnStatement', 'ThrowStatement', 'ContinueStatement', 'BreakStatement'];

/** Every change of one file, in order. Types are skipped: no test runs them. */
export function createMutants(file: string, text: string): Mutant[] {
	const mutations: (Span & { replacement: string })[] = [];
	const skippedStarts = new Set<number>();
	const change = ({ start, end }: Span, replacement: string): void => {
		mutations.push({ start, end, replacement });
	};
	const negate = (node: ESTree.Expression): void => {
		if (isNegatable(withoutParentheses(node))) change(node, `!(${text.slice(node.start, node.end)})`);
	};
	const changeOperator = (before: Span, after: Span, operator: string): void => {
		const replacement = OPERATORS[operator];
		const start = text.indexOf(operator, before.end);
		if (replacement !== undefined && start < after.start) change({ start, end: start + operator.length }, replacement);
	};

	new Visitor({
		BinaryExpression: ({ left: a, right: b, operator }) => {
			if (!(operator === '+' && (isText(a) || isText(b)))) changeOperator(a, b, operator);
		},
		LogicalExpression: ({ left: a, right: b, operator }) => changeOperator(a, b, operator),
		AssignmentExpression: ({ left: a, right: b, operator }) => changeOperator(a, b, operator),
		// A loop that counts the other way would only hang.
		ForStatement: ({ update }) => {
			if (update) skippedStarts.add(update.start);
		},
		UpdateExpression: (node) => {
			if (skippedStarts.has(node.start)) return;
			const start = node.prefix ? node.start : node.end - 2;
			change({ start, end: start + 2 }, OPERATORS[node.operator]!);
		},
		UnaryExpression: ({ operator, start, argument }) => {
			if ((operator === '-' || operator === '!') && !skippedStarts.has(start)) change({ start, end: argument.start }, '');
		},
		TSLiteralType: ({ literal }) => {
			skippedStarts.add(literal.start);
			if (literal.type === 'UnaryExpression') skippedStarts.add(literal.argument.start);
		},
		Property: ({ key, computed }) => {
			if (!computed) skippedStarts.add(key.start);
		},
		Literal: (node) => {
			if (skippedStarts.has(node.start)) return;
			const { value } = node;
			if (typeof value === 'boolean') change(node, String(!value));
			if (typeof value === 'number') change(node, String(value === 1 ? 0 : value + 1));
		},
		ConditionalExpression: ({ test }) => negate(test),
		WhileStatement: ({ test }) => negate(test),
		IfStatement: (node) => {
			negate(node.test);
			if (!node.alternate && endsWithExit(node.consequent)) change(node, ';');
		},
		ReturnStatement: ({ argument }) => {
			if (argument && isCondition(withoutParentheses(argument))) negate(argument);
		},
		ArrowFunctionExpression: ({ body }) => {
			if (body.type !== 'BlockStatement' && isCondition(withoutParentheses(body))) negate(body);
		},
		CallExpression: ({ callee }) => {
			const replacement = CALLS.get(text.slice(callee.start, callee.end));
			if (replacement !== undefined) change(callee, replacement);
			if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
			const method = METHODS.get(callee.property.name);
			if (method) change(callee.property, method);
		},
	}).visit(parseSync(file, text).program);

	const counts = new Map<string, number>();
	return mutations
		.sort((a, b) => a.start - b.start || a.end - b.end)
		.map(({ start, end, replacement }) => {
			const mutatedText = text.slice(0, start) + replacement + text.slice(end);
			const from = text.lastIndexOf('\n', start - 1) + 1;
			const to = (text.indexOf('\n', end) + text.length + 1) % (text.length + 1) || text.length;
			const [before, after] = [oneLine(text.slice(from, to)), oneLine(mutatedText.slice(from, to + mutatedText.length - text.length))];
			const nth = (counts.get(`${before}\t${after}`) ?? 0) + 1;
			counts.set(`${before}\t${after}`, nth);
			return { file, line: text.slice(0, start).split('\n').length, before, after, nth, text: mutatedText };
		});
}

/**
 * A reproducible sample: mutants are ordered by a hash of the seed and their text, and the first ones are taken. Edits elsewhere do not change it.
 * Paths are relative to `folder`, the sampled one, so that a moved folder keeps its sample.
 */
export function drawSample(mutants: readonly Mutant[], folder: string, size: number, seed: number): Mutant[] {
	return mutants
		.map((mutant) => {
			const { file, before, after, nth } = mutant;
			const name = [seed, file.slice(folder.length), before, after, nth].join('\t');
			return { mutant, order: createHash('sha256').update(name).digest('hex') };
		})
		.sort((a, b) => (a.order < b.order ? -1 : 1))
		.slice(0, size)
		.map(({ mutant }) => mutant);
}

function oneLine(text: string): string {
	return text.replace(/\s+/g, ' ').trim();
}

function endsWithExit(statement: ESTree.Statement): boolean {
	return (
		EXIT_STATEMENTS.includes(statement.type) ||
		(statement.type === 'BlockStatement' && EXIT_STATEMENTS.includes(statement.body.at(-1)?.type ?? ''))
	);
}

/** Whether a negation of the expression is a separate mutant. For `===` and `!x`, another change has the same effect. */
function isNegatable(node: ESTree.Expression): boolean {
	return (
		!(node.type === 'UnaryExpression' && node.operator === '!') &&
		!(node.type === 'BinaryExpression' && ['===', '!=='].includes(node.operator))
	);
}

/** Whether the form of an expression shows that its value is a boolean. */
function isCondition(node: ESTree.Expression): boolean {
	return node.type === 'LogicalExpression'
		? node.operator !== '??'
		: node.type === 'BinaryExpression' && ['<', '<=', '>', '>=', '===', '!=='].includes(node.operator);
}

function withoutParentheses(node: ESTree.Expression): ESTree.Expression {
	return node.type === 'ParenthesizedExpression' ? withoutParentheses(node.expression) : node;
}

function isText(node: ESTree.Expression | ESTree.PrivateIdentifier): boolean {
	return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
}
