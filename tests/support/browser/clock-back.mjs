/** Loaded ahead of the product and of the scripts of pages: their clock stands three days back. */
const BACK = 3 * 86_400_000;
const Real = Date;

globalThis.Date = class extends Real {
  constructor(...parts) {
    if (parts.length === 0) super(Real.now() - BACK);
    else super(...parts);
  }

  static now() {
    return Real.now() - BACK;
  }
};
