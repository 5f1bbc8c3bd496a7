#include "name_list.h"

#include <string>
#include <vector>

#include "testing.h"

namespace tosa_core {
namespace {

const std::vector<std::string> kTexts = {"a", "", std::string("b\0c", 3), "\xC3\xA9", std::string(100, 'x')};

TEST(a_list_gives_back_its_names) {
    const NameList list(kTexts.begin(), kTexts.end());
    CHECK(list.size() == kTexts.size());
    CHECK(list.texts() == kTexts);
}

TEST(a_name_comes_with_its_hash_and_whether_it_is_plain) {
    const NameList list(kTexts.begin(), kTexts.end());
    std::vector<bool> plain;
    for (const ListedName& name : list) {
        CHECK(name.hash == short_hash(name.text));
        plain.push_back(name.is_plain);
    }
    CHECK(plain == std::vector<bool>({true, true, false, false, true}));
}

TEST(no_names_take_no_storage) {
    const NameList list(kTexts.end(), kTexts.end());
    CHECK(list.empty() && list.size() == 0 && list.data() == nullptr);
    CHECK(!(list.begin() != list.end()));
}

TEST(an_owned_name_says_the_same) {
    const Name name("\xFF");
    CHECK(name.listed().text == name.text() && name.listed().hash == short_hash("\xFF") && !name.listed().is_plain);
}

}  // namespace
}  // namespace tosa_core
