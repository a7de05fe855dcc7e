/**
 * Says on the document that keys and clicks are heard. What the server drew and a script of its own takes over after the page holds an element
 * with `data-unheard`, which hands itself in here as soon as it is taken over: until then not all is heard.
 */
export const heard = (part?: Element | null): void => {
	part?.removeAttribute('data-unheard');
	if (!document.querySelector('[data-unheard]')) document.documentElement.dataset['hydrated'] = '';
};
