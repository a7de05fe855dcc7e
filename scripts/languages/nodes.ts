/** A node of the syntax tree, with what the search for texts needs. */
export interface Node {
	readonly type: string;
	readonly start: number;
	readonly end: number;
	readonly [field: string]: unknown;
}

export function isNode(value: unknown): value is Node {
	return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value;
}

export function keysOf(node: Node): string[] {
	return Object.keys(node).filter((key) => key !== 'type' && key !== 'start' && key !== 'end');
}

/** The expression behind a displayed number, such as `n` in `formatCount(n)`; undefined if it has no name. */
export function countedNode(node: Node): Node | undefined {
	if (node.type === 'Identifier' || node.type === 'MemberExpression') return node;
	if (node.type !== 'CallExpression') return undefined;
	const [first] = node['arguments'] as Node[];
	return first && countedNode(first);
}

/** Name of an expression's placeholder, for translators: the first meaningful name in the expression, otherwise 'value'. */
export function argumentName(node: Node): string {
	return firstName(node) ?? 'value';
}

function firstName(node: Node): string | undefined {
	if (node.type === 'Identifier') return String(node['name']);
	if (node.type === 'MemberExpression' && node['computed'] !== true) return String((node['property'] as Node)['name']);
	for (const key of node.type === 'CallExpression' ? ['arguments', 'callee'] : keysOf(node)) {
		const child = node[key];
		for (const childNode of Array.isArray(child) ? child : [child]) {
			const name = isNode(childNode) ? firstName(childNode) : undefined;
			if (name !== undefined) return name;
		}
	}
	return undefined;
}

/** Represents any displayed value in a text. */
const VALUE_MARK = '\uFFFC';

/** The text of a node, with a mark for each displayed value. Of two alternatives, the longer one. */
export function textOf(node: Node): string {
	if (node.type === 'Literal' || node.type === 'JSXText') return String(node['value']);
	if (node.type === 'ConditionalExpression') {
		const [yes, no] = [textOf(node['consequent'] as Node), textOf(node['alternate'] as Node)];
		return yes.length > no.length ? yes : no;
	}
	if (node.type !== 'TemplateLiteral') return VALUE_MARK;
	const expressions = node['expressions'] as Node[];
	return (node['quasis'] as Node[])
		.map((quasi, at) => {
			const expression = expressions[at];
			return (quasi['value'] as { cooked: string }).cooked + (expression ? textOf(expression) : '');
		})
		.join('');
}
