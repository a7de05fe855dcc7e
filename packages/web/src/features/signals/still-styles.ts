/** Styles of the visitors' list on a page without a framework, in the order of their files. */
import button from '../../ui/button.module.css?inline';
import edges from '../../ui/edges.module.css?inline';
import notice from '../../ui/notice.module.css?inline';
import steps from '../../ui/page-steps.module.css?inline';
import pill from '../../ui/pill-face.module.css?inline';
import segmented from '../../ui/segmented.module.css?inline';
import box from '../../ui/state-box.module.css?inline';
import card from './card.module.css?inline';
import controls from './controls.module.css?inline';
import grid from './grid.module.css?inline';
import legend from './legend.module.css?inline';
import chip from './report-chip.module.css?inline';

export const stillListStyles = [edges, button, notice, segmented, steps, pill, box, controls, legend, chip, grid, card].join('\n');
