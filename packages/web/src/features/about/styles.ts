/** Styles of the about page besides those of static pages, inlined in the page. */
import head from '../../charts/wheel/annotated-head.module.css?inline';
import notes from '../../charts/wheel/annotated-notes.module.css?inline';
import annotated from '../../charts/wheel/annotated-wheel.module.css?inline';
import tones from '../../charts/wheel/tones.module.css?inline';
import button from '../../ui/button.module.css?inline';
import about from './about.module.css?inline';

export const aboutStyles = [tones, annotated, head, notes, button, about].join('\n');
