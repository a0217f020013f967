// Work that takes minutes, beside the page: another copy of the program does one errand and tells of it (`src/page.rs`).
import begin from "./sortie.js?@SUM@";

onmessage = async ({ data }) => {
  self.sortie_errand = data.errand;
  self.sortie_tell = (news) => postMessage(news);
  try {
    await begin({ module_or_path: data.program });
  } catch (why) {
    console.error(String(why));
    postMessage("");
  }
  close();
};
