import style from './consent.css?inline';

type Child = Node | string;

interface Attributes {
	readonly class?: string;
	/** HTML attributes. An empty string sets an attribute without a value; undefined omits the attribute. */
	readonly [attribute: string]: string | undefined;
}

/** Creates an element with attributes and content. */
export function createElement<T extends keyof HTMLElementTagNameMap>(
	tag: T,
	attributes: Attributes = {},
	...children: Child[]
): HTMLElementTagNameMap[T] {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(name, value);
	element.append(...children);
	return element;
}

export function createButton(label: Child, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
	const button = createElement('button', { type: 'button', class: 'site-button', ...attributes }, label);
	button.addEventListener('click', act);
	return button;
}

const CROSS_PATH = 'm3.6 3.6 7.8 7.8m0-7.8-7.8 7.8';

/** Creates a button with a cross. */
export function createCloseButton(label: string, act: () => void): HTMLButtonElement {
	const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
	for (const [name, value] of Object.entries({ viewBox: '0 0 15 15', width: '16', height: '16', 'aria-hidden': 'true' }))
		icon.setAttribute(name, value);
	const path = document.createElementNS(icon.namespaceURI, 'path');
	path.setAttribute('d', CROSS_PATH);
	icon.append(path);
	return createButton(icon, act, { class: 'site-close', 'aria-label': label });
}

let stylesAdded = false;

/** Adds the styles of the elements in this folder once. The page's content security policy doesn't restrict adopted style sheets. */
export function addStyles(): void {
	if (stylesAdded) return;
	stylesAdded = true;
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(style);
	document.adoptedStyleSheets.push(sheet);
}

let idCount = 0;

export function createUniqueId(): string {
	return `site-${++idCount}`;
}
